// Fills in the descriptions of a release for Homebrew, Scoop and winget.
//
// usage: node packages.mjs VERSION DIST OUT
//   DIST  the directory with SHA256SUMS
//   OUT   gets homebrew/, scoop/ and winget/
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRelease } from './release.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const managers = ['homebrew', 'scoop', 'winget'];

/** The template with each {{…}} replaced by what `release` has for it. */
function filled(template, release) {
  return template.replace(/\{\{(.*?)\}\}/g, (_, words) => {
    const [what, platform] = words.split(' ');
    switch (what) {
      case 'version': return release.version;
      case 'url': return release.url(platform);
      case 'sha256': return release.sha256(platform);
      case 'SHA256': return release.sha256(platform).toUpperCase();
      default: throw new Error(`a template asks for ${words}`);
    }
  });
}

const [version, dist, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node packages.mjs VERSION DIST OUT');
  process.exit(2);
}
try {
  const release = readRelease(version, dist);
  for (const manager of managers) {
    mkdirSync(join(out, manager), { recursive: true });
    for (const name of readdirSync(join(here, manager))) {
      writeFileSync(join(out, manager, name), filled(readFileSync(join(here, manager, name), 'utf8'), release));
    }
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exit(1);
}
