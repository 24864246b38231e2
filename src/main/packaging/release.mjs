// A release: its version and the checksums of its archives.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const downloads = 'https://github.com/lazymcp/lazymcp/releases/download';

/** All platforms that a release has archives for. */
export const platforms = ['linux-x64', 'linux-x64-musl', 'linux-arm64', 'macos-arm64', 'macos-x64', 'windows-x64'];

/** The release `version` whose archives and SHA256SUMS are in the directory `dist`. */
export function readRelease(version, dist) {
  if (!/^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$/.test(version)) throw new Error(`not a version: ${version}`);
  const checksums = new Map();
  for (const line of readFileSync(join(dist, 'SHA256SUMS'), 'utf8').split('\n')) {
    const found = /^([0-9a-f]{64}) [ *](.+)$/.exec(line);
    if (found) checksums.set(found[2], found[1]);
  }
  const archive = platform => `lazymcp-${version}-${platform}.${platform.startsWith('windows-') ? 'zip' : 'tar.gz'}`;
  return {
    version,
    archive,
    has: platform => checksums.has(archive(platform)),
    url: platform => `${downloads}/v${version}/${archive(platform)}`,
    sha256(platform) {
      const sum = checksums.get(archive(platform));
      if (!sum) throw new Error(`SHA256SUMS does not list ${archive(platform)}`);
      return sum;
    },
  };
}
