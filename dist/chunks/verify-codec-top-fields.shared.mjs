import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  takeVarint
} from "./verify-codec-varint.shared.mjs";

// src/verify/codec/top-fields.ts
var MOST_FIELDS = 64;
function topFields(head, sizeBytes) {
  const fields = [];
  let at = 0;
  while (at < head.length && fields.length < MOST_FIELDS) {
    const tag = readVarint(head, at);
    if (tag === void 0 || tag.value < 8) break;
    const [field, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const place = placeOf(head, tag.end, wire);
    if (place === void 0) break;
    fields.push({ field, wire, ...place });
    if (place.at + place.length > sizeBytes) break;
    at = place.at + place.length;
  }
  return fields;
}
function placeOf(head, at, wire) {
  if (wire === 1) return { at, length: 8 };
  if (wire === 5) return { at, length: 4 };
  const number = readVarint(head, at);
  if (number === void 0) return void 0;
  if (wire === 0) return { at, length: number.end - at };
  return wire === 2 ? { at: number.end, length: number.value } : void 0;
}
function readVarint(bytes, from) {
  let end = from;
  const value = takeVarint(() => bytes[end++] ?? 128);
  return Number.isSafeInteger(value) ? { value, end } : void 0;
}

export {
  topFields,
  readVarint
};
