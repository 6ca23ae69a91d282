import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  PushParser,
  crc32,
  sumDiffers,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/media/png-chunks.ts
var SIGNATURE_BYTES = 8;
function openPng(subject) {
  const { sizeBytes, facts } = subject;
  const parser = new PushParser(chunks(sizeBytes, (size) => Object.assign(facts.scalars, size)));
  return {
    checksummed: true,
    reaches: "L2",
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end: () => parser.end(sizeBytes)
      })
    ],
    finish: () => {
    }
  };
}
function* chunks(sizeBytes, onSize) {
  yield SIGNATURE_BYTES;
  let at = SIGNATURE_BYTES;
  let hasPixels = false;
  for (let index = 0; ; index += 1) {
    const header = (yield 8).slice();
    const view = new DataView(header.buffer);
    const length = view.getUint32(0);
    const type = String.fromCharCode(...header.subarray(4));
    judgeChunk({ type, length, offset: at }, index === 0, sizeBytes);
    let crc = crc32(header.subarray(4), 0);
    if (type === "IHDR") {
      const fields = (yield length).slice();
      crc = crc32(fields, crc);
      onSize({
        width: new DataView(fields.buffer).getUint32(0),
        height: new DataView(fields.buffer).getUint32(4)
      });
    } else {
      const sink = (piece) => {
        crc = crc32(piece, crc);
      };
      yield { bytes: length, sink };
    }
    const claimed = yield 4;
    const expected = new DataView(claimed.buffer, claimed.byteOffset, 4).getUint32(0);
    if (expected !== crc)
      throw sumDiffers(`a ${type} chunk is not of its CRC-32`, at, { stored: expected, found: crc });
    at += length + 12;
    hasPixels ||= type === "IDAT" && length > 0;
    if (type !== "IEND") continue;
    if (!hasPixels) throw new Broken("L2", "png-structure", "holds no pixels", { offset: at });
    return;
  }
}
function judgeChunk({ type, length, offset }, isFirst, sizeBytes) {
  const wrong = (what, found) => new Broken("L1", "png-structure", what, { offset, found });
  if (!/^[A-Za-z]{4}$/.test(type)) throw wrong("what should be a chunk has no type", JSON.stringify(type));
  if (length + 12 > sizeBytes - offset)
    throw new Broken("L1", "cut-short", "a chunk is longer than what is left of the file", {
      offset,
      expected: `${length + 12} bytes`,
      found: `${sizeBytes - offset} bytes`
    });
  if (isFirst !== (type === "IHDR") || type === "IHDR" && length !== 13)
    throw wrong("IHDR is not its first chunk, or not of 13 bytes", type);
  if (type === "IEND" && length > 0) throw wrong("its IEND chunk has content", `${length} bytes`);
}
export {
  openPng
};
