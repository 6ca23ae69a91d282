import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/console-line.ts
var HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})$/;
var USER = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/;
var IDENTITY = /^[\w~./@+%-]{1,255}$/;
var FLAGS = /^-[46AaCfGgKkMNnqsTtVvXxYy]+$/;
var PASSED_OVER = /^-[BbcDEeILmOoPQRSw]$/;
var LEADS_ELSEWHERE = /^(?:proxy|hostname|port|user\b|hostkeyalias|match)/i;
function readConsoleLine(text) {
  const [program, ...words] = text.trim().split(/\s+/);
  if (program !== "ssh" || words.length === 0) return;
  const line = {};
  for (let word = words.shift(); word !== void 0; word = words.shift()) {
    const fault = readWord(word, words, line);
    if (fault) return fault;
  }
  return line.host === void 0 ? "names no host" : { ...line, host: line.host };
}
function readWord(word, rest, line) {
  if (FLAGS.test(word)) return;
  if (word.startsWith("-")) return readOption(word.slice(0, 2), word.slice(2) || (rest.shift() ?? ""), line);
  if (line.host !== void 0) return `has a command behind the host (${word.slice(0, 40)}); leave it out`;
  return readPlace(word, line);
}
function readPlace(word, line) {
  const [, user, host = ""] = /^(?:([^@]*)@)?(.*)$/.exec(word) ?? [];
  if (user?.includes(":"))
    return "holds a password. Log in with a key, and take the password out of the history of this file";
  if (!HOST.test(host)) return "names no host";
  if (user !== void 0 && !USER.test(user)) return "names a user that is no login name";
  line.host = host.replace(/^\[|\]$/g, "");
  if (user !== void 0) line.user = user;
  return;
}
function readOption(option, value, line) {
  if (option === "-p") {
    if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65535)
      return "has a port outside 1 to 65535";
    line.port = Number(value);
  } else if (option === "-l") {
    if (!USER.test(value)) return "names a user that is no login name";
    line.user = value;
  } else if (option === "-i") {
    if (!IDENTITY.test(value) || value.startsWith("-")) return "names a key file by a path that is not plain";
    line.identity = value;
  } else if (!PASSED_OVER.test(option) || option === "-o" && LEADS_ELSEWHERE.test(value))
    return `has an option that leads elsewhere (${option}); put it into ~/.ssh/config and name the host of it`;
  return;
}

export {
  readConsoleLine
};
