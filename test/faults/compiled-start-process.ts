// Starts the program beside it from the code that V8 compiled for the first run that came to its end: hundreds of lives
// would compile the same lines again. Code of another Node is refused by V8 itself, and the program compiled anew.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, 'life.cjs');
const compiled = process.env['RENTED_LIFE_COMPILED'] ?? join(here, 'life.compiled');

const kept = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(
  `(function (require, module, exports, __filename, __dirname) { ${readFileSync(program, 'utf8')}\n})`,
  { filename: program, ...(kept ? { cachedData: kept } : {}) },
);
if (!kept) {
  process.once('exit', () => {
    writeFileSync(`${compiled}.new`, script.createCachedData());
    renameSync(`${compiled}.new`, compiled);
  });
}
const module = { exports: {} };
script.runInThisContext()(createRequire(program), module, module.exports, program, here);
