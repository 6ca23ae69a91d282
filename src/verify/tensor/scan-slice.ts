import { readSync } from 'node:fs';
import { crc32 } from '../codec/crc32.ts';
import type { BulkSlice } from './bulk.ts';
import { ElementScan, type ScanSpec } from './element-scan.ts';
import { takeBuffers } from './word-scan-simd.ts';

export interface SliceTask {
  /** Descriptors belong to the process, so a worker reads the very file that was opened, whatever has its name now. */
  descriptor: number;
  offset: number;
  bytes: number;
  crc: boolean;
  scan?: ScanSpec;
}

export type SliceAnswer = { slice: BulkSlice } | { why: string; shrank: boolean };

const CHUNK_BYTES = 1024 ** 2;

/** Reads a slice of an open file and computes what is asked for, in whatever thread. */
export function lookAtSlice(task: SliceTask): SliceAnswer {
  const { buffers, release } = takeBuffers(CHUNK_BYTES);
  try {
    return { slice: lookAt(task, buffers[0]) };
  } catch (error) {
    return {
      why: error instanceof Error ? error.message : String(error),
      shrank: error instanceof RangeError,
    };
  } finally {
    release();
  }
}

function lookAt(
  { descriptor, offset, bytes, crc: wantsCrc, scan: wanted }: SliceTask,
  buffer: Uint8Array,
): BulkSlice {
  const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
  let crc = 0;
  for (let done = 0; done < bytes; ) {
    const room = buffer.subarray(0, Math.min(buffer.length, bytes - done));
    const read = readSync(descriptor, room, 0, room.length, offset + done);
    if (read === 0) throw new RangeError(`it ended at ${offset + done}`);
    const piece = room.subarray(0, read);
    if (wantsCrc) crc = crc32(piece, crc);
    scan?.feed(piece);
    done += read;
  }
  return { bytes, ...(wantsCrc ? { crc } : {}), ...(scan === undefined ? {} : { scan: scan.state() }) };
}
