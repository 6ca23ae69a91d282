import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/box/stranger-text.ts
var TERMINAL = /\u001b(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b\n]{0,200}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78MEDHc])/g;
var MOVES = /\[[0-9;]{0,40}[ABEFGH]$/;
var withoutTerminalCodes = (text) => text.includes("\x1B") ? text.replace(TERMINAL, (code) => MOVES.test(code) ? "\r" : "") : text;
function oneLine(text, maxLength = 300) {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").replace(/ {2,}/g, " ").trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}...` : plain;
}

export {
  withoutTerminalCodes,
  oneLine
};
