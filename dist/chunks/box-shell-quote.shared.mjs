import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/shell-quote.ts
var MAX_COMMAND_BYTES = 12e4;
function quoteArgv(argv) {
  const line = argv.map((word, index) => index > 0 && /^[\w./:@%+,-]+$/.test(word) ? word : quoteWord(word)).join(" ");
  return startable(line);
}
var quoteWord = (word) => word === "" ? "''" : word.replace(/[^'\\]+|['\\]/g, (part) => part === "'" || part === "\\" ? `\\${part}` : `'${part}'`);
var CHANGED = ["\n", "!", "'", "\\"];
var WORD_CHARACTERS = 250;
function lineForAnyShell(program) {
  const unused = [
    ...""
  ];
  const places = unused.filter((each) => !program.includes(each)).slice(0, CHANGED.length);
  if (places.length < CHANGED.length) return startable(quoteArgv(["sh", "-c", program]));
  const carried = program.replace(/[\n!'\\]/g, (each) => places[CHANGED.indexOf(each)] ?? each);
  const back = CHANGED.map((each) => `\\${each.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
  const words = carried.match(new RegExp(`[^]{1,${WORD_CHARACTERS}}`, "gu")) ?? [""];
  const whole = `$(IFS=; printf %s "$*" | tr "${places.join("")}" "${back}")`;
  return startable(`'sh' -c 'eval "${whole}"' sh ${words.map((word) => `'${word}'`).join(" ")}`);
}
function startable(line) {
  if (line.includes("\0")) throw new RangeError("a command word holds a NUL character");
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_COMMAND_BYTES)
    throw new RangeError(`a command line of ${bytes} bytes cannot be started; use stdin`);
  return line;
}

export {
  quoteArgv,
  quoteWord,
  lineForAnyShell
};
