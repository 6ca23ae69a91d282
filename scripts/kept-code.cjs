'use strict';
// Of an installation for tests: starts one of its CommonJS files from the code that V8 compiled for the first start of the same command
// that came to its end. Code of another Node is refused by V8 itself, and the file is compiled anew.
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

const WRAPPED = '(function (exports, require, module, __filename, __dirname) { ';
/** Put here by scripts/test-installation.mjs. */
const PLACE = 'KEPT';

module.exports = (name) => {
  const filename = join(__dirname, name);
  const [word = '', stage = ''] = process.argv.slice(2);
  const command = (word === '__action' ? `${word}-${stage}` : word).replaceAll(/[^\w-]/g, '_').slice(0, 40);
  // One that went well came further than one that was refused.
  const well = join(PLACE, `${basename(name)}-${command}`);
  const refused = `${well}-refused`;
  const kept = [well, refused].find((each) => existsSync(each));
  const cachedData = kept && readFileSync(kept);
  // The build escapes whatever is not ASCII.
  const script = new Script(`${WRAPPED}${readFileSync(filename, 'latin1')}\n})`, { filename, cachedData });
  process.once('exit', (code) => {
    const isBetter = kept === undefined || script.cachedDataRejected || (kept === refused && code === 0);
    if (isBetter) keep(script, code === 0 ? well : refused);
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  return module.exports;
};

/** All or nothing, for others read it meanwhile; where it cannot be kept, nothing is lost but time. */
function keep(script, at) {
  try {
    mkdirSync(PLACE, { recursive: true });
    writeFileSync(`${at}.${process.pid}`, script.createCachedData());
    renameSync(`${at}.${process.pid}`, at);
  } catch {}
}
