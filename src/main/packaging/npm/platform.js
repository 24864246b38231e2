// The native program for this machine, in the package of its platform.
'use strict';

const systems = { linux: 'linux', darwin: 'macos', win32: 'windows' };

function candidates() {
  const system = systems[process.platform];
  const platform = `${system}-${process.arch}`;
  if (system !== 'linux') return [platform];
  const { glibcVersionRuntime } = process.report.getReport().header;
  // The program for musl is static: it also runs where there is a glibc.
  return glibcVersionRuntime ? [platform, `${platform}-musl`] : [`${platform}-musl`];
}

/** Its path; throws with what to do where there is none. */
exports.program = function program() {
  const name = process.platform === 'win32' ? 'lazymcp.exe' : 'lazymcp';
  for (const platform of candidates()) {
    try {
      return require.resolve(`@lazymcp/${platform}/bin/${name}`);
    } catch {
      // the next one
    }
  }
  throw new Error(
    `lazymcp: there is no program for ${process.platform} on ${process.arch}. Looked for ${candidates().map(p => `@lazymcp/${p}`).join(', ')}, which npm ` +
      'installs with lazymcp unless optional dependencies are left out (--omit=optional): install lazymcp again without that.');
};
