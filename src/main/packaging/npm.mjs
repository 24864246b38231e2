// Makes npm packages of the archives of a release: lazymcp, and @lazymcp/PLATFORM for each platform that has an archive.
//
// usage: node npm.mjs VERSION DIST OUT
//   DIST  the directory with the archives and SHA256SUMS
//   OUT   gets one directory a package, ready for npm pack or npm publish
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platforms, readRelease } from './release.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const systems = { linux: 'linux', macos: 'darwin', windows: 'win32' };

const common = version => ({
  version,
  description: 'Starts MCP servers when they are used, not when the session starts.',
  license: 'Apache-2.0',
  repository: { type: 'git', url: 'git+https://github.com/lazymcp/lazymcp.git' },
});

function unpack(archive, to) {
  if (archive.endsWith('.zip')) execFileSync('unzip', ['-q', archive, '-d', to]);
  else execFileSync('tar', ['-xzf', archive, '-C', to]);
}

function verify(archive, sha256) {
  const actual = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (actual !== sha256) throw new Error(`${archive} is not what SHA256SUMS promises (expected ${sha256}, got ${actual})`);
}

function writePlatform(release, platform, dist, out) {
  const archive = join(dist, release.archive(platform));
  verify(archive, release.sha256(platform));
  const [system, processor, libc] = platform.split('-');
  const program = system === 'windows' ? 'lazymcp.exe' : 'lazymcp';
  const directory = join(out, platform);
  const work = mkdtempSync(join(tmpdir(), 'lazymcp-npm-'));
  try {
    unpack(archive, work);
    mkdirSync(join(directory, 'bin'), { recursive: true });
    for (const [from, to] of [[program, `bin/${program}`], ['LICENSE', 'LICENSE']]) {
      cpSync(join(work, `lazymcp-${release.version}-${platform}`, from), join(directory, to));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  writeJson(join(directory, 'package.json'), {
    name: `@lazymcp/${platform}`,
    ...common(release.version),
    os: [systems[system]],
    cpu: [processor],
    ...(system === 'linux' && { libc: [libc === 'musl' ? 'musl' : 'glibc'] }),
    files: ['bin'],
  });
}

function writeMain(release, present, out) {
  const directory = join(out, 'lazymcp');
  mkdirSync(directory, { recursive: true });
  cpSync(join(here, 'npm'), directory, { recursive: true });
  cpSync(join(here, '../../../LICENSE'), join(directory, 'LICENSE'));
  writeJson(join(directory, 'package.json'), {
    name: 'lazymcp',
    ...common(release.version),
    bin: { lazymcp: 'bin/lazymcp' },
    files: ['bin', 'install.js', 'platform.js'],
    scripts: { postinstall: 'node install.js' },
    engines: { node: '>=18' },
    optionalDependencies: Object.fromEntries(present.map(platform => [`@lazymcp/${platform}`, release.version])),
  });
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

const [version, dist, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node npm.mjs VERSION DIST OUT');
  process.exit(2);
}
try {
  const release = readRelease(version, dist);
  const present = platforms.filter(release.has);
  if (present.length === 0) throw new Error(`SHA256SUMS lists no archive of ${version}`);
  for (const platform of present) writePlatform(release, platform, dist, out);
  writeMain(release, present, out);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exit(1);
}
