// The first thing that runs, in words that any Node understands: the bundle itself does not parse on an old one.
'use strict';
var major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  process.stderr.write(
    'gpu-lease: this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '); 20 or newer is needed. Nothing was done.\n' +
      'Next: put a newer node first on the PATH, or use actions/setup-node in the workflow.\n',
  );
  process.exitCode = 2;
} else {
  require('./look.cjs')
    .look(process.argv.slice(2))
    .then((done) => done || import('./gpu-lease.mjs'));
}
