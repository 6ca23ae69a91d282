import { sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';

const SIGNATURE_BYTES = 8;

export function openPng(subject: Subject): Walk {
  const { sizeBytes, facts } = subject;
  const parser = new PushParser(chunks(sizeBytes, (size) => Object.assign(facts.scalars, size)));
  return {
    checksummed: true,
    reaches: 'L2',
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end: () => parser.end(sizeBytes),
      }),
    ],
    finish: () => {},
  };
}

function* chunks(sizeBytes: number, onSize: (size: { width: number; height: number }) => void): Program {
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
    if (type === 'IHDR') {
      const fields = (yield length).slice();
      crc = crc32(fields, crc);
      onSize({
        width: new DataView(fields.buffer).getUint32(0),
        height: new DataView(fields.buffer).getUint32(4),
      });
    } else {
      const sink = (piece: Uint8Array) => {
        crc = crc32(piece, crc);
      };
      yield { bytes: length, sink };
    }
    const claimed = yield 4;
    const expected = new DataView(claimed.buffer, claimed.byteOffset, 4).getUint32(0);
    if (expected !== crc)
      throw sumDiffers(`a ${type} chunk is not of its CRC-32`, at, { stored: expected, found: crc });
    at += length + 12;
    hasPixels ||= type === 'IDAT' && length > 0;
    if (type !== 'IEND') continue;
    if (!hasPixels) throw new Broken('L2', 'png-structure', 'holds no pixels', { offset: at });
    return;
  }
}

interface Chunk {
  type: string;
  length: number;
  offset: number;
}

function judgeChunk({ type, length, offset }: Chunk, isFirst: boolean, sizeBytes: number): void {
  const wrong = (what: string, found: string) => new Broken('L1', 'png-structure', what, { offset, found });
  if (!/^[A-Za-z]{4}$/.test(type)) throw wrong('what should be a chunk has no type', JSON.stringify(type));
  if (length + 12 > sizeBytes - offset)
    throw new Broken('L1', 'cut-short', 'a chunk is longer than what is left of the file', {
      offset,
      expected: `${length + 12} bytes`,
      found: `${sizeBytes - offset} bytes`,
    });
  if (isFirst !== (type === 'IHDR') || (type === 'IHDR' && length !== 13))
    throw wrong('IHDR is not its first chunk, or not of 13 bytes', type);
  if (type === 'IEND' && length > 0) throw wrong('its IEND chunk has content', `${length} bytes`);
}
