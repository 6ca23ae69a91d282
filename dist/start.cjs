#!/usr/bin/env node
// biome-ignore-all lint/style/useTemplate: no template is a word that any Node understands
// The first thing that runs, in words that any Node understands: the bundle itself does not parse on an old one.
'use strict';
var words = process.argv.slice(2);
var major = Number(process.versions.node.split('.')[0]);
// They read and print, and ask the system for nothing that only Linux has (/proc, process groups, /bin/sh).
var anywhere = ['verify', 'help', '--help', '-h', '--version'];
function refuse(what, next) {
  process.stderr.write('gpu-lease: ' + what + ' Nothing was done.\nNext: ' + next + '\n');
  process.exitCode = 2;
}
// Of "verify": it wants signatures, or verifies what lies elsewhere. Where that is not so, a word of a path costs some time.
function asksServer() {
  return words.some((word) => word === '--attested' || word.indexOf('://') > 0);
}
function verifyAlone() {
  // Its thread takes longest to get ready, so that comes first.
  require('./chunks/verify-ready-thread.cjs').startAhead();
  return require('./verify-alone.cjs')
    .verifyAlone(words)
    .then(() => true);
}
if (major < 20) {
  refuse(
    'this is Node ' + process.versions.node + ' (' + process.execPath + '); 20 or newer is needed.',
    'put a newer node first on the PATH, or use actions/setup-node in the workflow.',
  );
} else if (process.platform !== 'linux' && words.length > 0 && anywhere.indexOf(words[0]) < 0) {
  refuse(
    'this is ' + process.platform + ', and all but "verify" needs Linux.',
    'use WSL 2, a Linux container, or a workflow with "runs-on: ubuntu-latest"; what runs there goes on without this machine.',
  );
} else {
  (words[0] !== 'verify' || words.length < 2 || words.indexOf('--help') > 0 || words.indexOf('-h') > 0
    ? require('./look.cjs').look(words)
    : asksServer()
      ? Promise.resolve(false)
      : verifyAlone()
  ).then((done) => done || import('./gpu-lease.mjs'));
}
