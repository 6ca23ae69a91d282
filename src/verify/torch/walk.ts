import type { Walk } from '../contract/format.ts';
import { NO_TENSORS, type TensorSummary } from '../contract/verdict.ts';
import type { Region } from '../tensor/pass.ts';

/** What has read the program of a checkpoint and now lets its storages go by. */
interface StorageReader {
  regions(): Iterable<Region>;
  /** After them. */
  settle(): TensorSummary;
}

export function walkOf(reader: StorageReader, checksummed: boolean): Walk {
  let summary = NO_TENSORS;
  return {
    checksummed,
    reaches: 'L3',
    regions: () => reader.regions(),
    finish() {
      summary = reader.settle();
    },
    tensors: () => summary,
  };
}
