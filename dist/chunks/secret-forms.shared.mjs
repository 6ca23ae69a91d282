import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/secret/forms.ts
var MIN_LENGTH = 8;
var MIN_DIFFERENT = 3;
var WRAPS = [76, 64, 60];
function secretForms(value) {
  const whole = value.trim();
  const lines = whole.split(/\r?\n/).map((line) => line.trim());
  const parts = [...lines, whole, value];
  const forms = parts.filter(isTelling).flatMap(formsOf);
  return [...new Set(forms.filter((each) => isTelling(each) && !/[\r\n]/.test(each)))].sort(
    (a, b) => b.length - a.length
  );
}
var isTelling = (text) => text.length >= MIN_LENGTH && new Set(text).size >= MIN_DIFFERENT && !/^-+(?:BEGIN|END) [A-Z ]+-+$/.test(text);
function formsOf(text) {
  const bytes = Buffer.from(text, "utf8");
  const hex = bytes.toString("hex");
  const base64 = bytes.toString("base64");
  const escaped = JSON.stringify(text).slice(1, -1);
  const encoded = encodeURIComponent(bytes.toString("utf8"));
  const all = [
    text,
    escaped,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    hex.replace(/../g, "%$&"),
    hex.toUpperCase().replace(/../g, "%$&"),
    hex,
    hex.toUpperCase(),
    base64,
    ...[0, 1, 2].map((before) => alignedBase64(bytes, before)),
    ...WRAPS.flatMap((columns) => [...inLines(base64, columns), ...inLines(hex, columns)])
  ];
  const forUrls = all.map((each) => /^[\w+/]+=*$/.test(each) ? urlSafe(each) : each);
  return [...all, ...forUrls, [...text].reverse().join(""), [...base64].reverse().join("")];
}
function alignedBase64(bytes, before) {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  return text.slice(Math.ceil(before * 8 / 6), Math.floor((before + bytes.length) * 8 / 6));
}
function inLines(text, columns) {
  if (text.length <= columns) return [];
  return Array.from(
    { length: Math.ceil(text.length / columns) },
    (_, i) => text.slice(i * columns, (i + 1) * columns)
  );
}
var urlSafe = (base64) => base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

export {
  secretForms
};
