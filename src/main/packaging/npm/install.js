// Puts the native program in the place of the launcher: a stub that is the client's own child, and no Node.js beside it. Where
// that cannot be done the launcher stays, which starts the same program.
'use strict';

const { copyFileSync, linkSync, renameSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { program } = require('./platform.js');

const launcher = join(__dirname, 'bin', 'lazymcp');
const staged = `${launcher}.new`;

// On Windows npm makes a script that runs the launcher by Node.js, whatever it is.
if (process.platform !== 'win32') {
  try {
    rmSync(staged, { force: true });
    try {
      linkSync(program(), staged);
    } catch (error) {
      if (error.syscall !== 'link') throw error;
      copyFileSync(program(), staged); // another file system
    }
    renameSync(staged, launcher);
  } catch (error) {
    console.error(error.message);
  }
}
