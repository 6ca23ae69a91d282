import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/init/reading/shell-words.ts
function shellWords(line, known = /* @__PURE__ */ new Map()) {
  const words = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g)) {
    if (/^[|&;<>#]/.test(word) || /^\d?>/.test(word)) break;
    words.push(unquoted(word, known));
    if (/;$/.test(word)) break;
  }
  return words;
}
function unquoted(word, known) {
  if (/\$\(|`/.test(word)) return void 0;
  let isKnown = true;
  const variable = (name, otherwise) => {
    const value = known.get(name) ?? otherwise;
    if (value === void 0) isKnown = false;
    return value ?? "";
  };
  const text = [...word.matchAll(/'([^']*)'|\\(.)|\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)|\$[@*]|"|;$|([\s\S])/g)].map(([, single, escaped, braced, otherwise, plain, other]) => {
    const name = braced ?? plain;
    return name === void 0 ? single ?? escaped ?? other ?? "" : variable(name, otherwise);
  }).join("");
  return isKnown ? text : void 0;
}
function plainAssignments(text) {
  const known = /* @__PURE__ */ new Map();
  for (const [, name = "", double, single, bare] of text.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=(?:"([^"$`\\]*)"|'([^']*)'|([^\s"'$`;|&()]+))?[ \t]*$/gm
  )) {
    known.set(name, double ?? single ?? bare ?? "");
  }
  return known;
}
var shellQuoted = (text) => /^[A-Za-z0-9._/=:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
var pathQuoted = (path) => shellQuoted(path.startsWith("-") ? `./${path}` : path);

export {
  shellWords,
  plainAssignments,
  shellQuoted,
  pathQuoted
};
