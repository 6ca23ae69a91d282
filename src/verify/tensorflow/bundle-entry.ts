import { type MessageVisitor, walkMessage } from '../codec/protobuf.ts';
import type { Varint } from '../codec/varint.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { STRING_TYPE, tfDtype } from './dtype.ts';

/** One tensor of a checkpoint, as its index has it. */
export interface BundleEntry {
  /** From the file: untrusted text. */
  name: string;
  type: number;
  shape: number[];
  elements: number;
  shard: number;
  offset: number;
  size: number;
  /** Masked CRC-32C over the bytes; of strings, over their lengths as numbers, the CRC of those, and the bytes. */
  crc: number;
}

export interface BundleHeader {
  shards: number;
  littleEndian: boolean;
}

const MOST_SHARDS = 100_000;
const MOST_DIMS = 254;

/** `BundleHeaderProto`: number of data files, order of bytes, version. */
export function readHeader(value: Uint8Array, at: number, { budgets }: Subject): BundleHeader {
  const header = { shards: 0, littleEndian: true };
  let endianness = 0;
  const visitor: MessageVisitor = {
    varint(field, number) {
      if (field === 1) header.shards = number.toNumber();
      else if (field === 2) endianness = number.toNumber();
    },
  };
  walkMessage(value, visitor, at, budgets);
  const possible = header.shards >= 1 && header.shards <= MOST_SHARDS && endianness <= 1;
  if (!possible) {
    throw new Broken('L2', 'bundle-header', 'the header of the checkpoint cannot be', {
      offset: at,
      found: `${header.shards} data files, byte order ${endianness}`,
    });
  }
  return { ...header, littleEndian: endianness === 0 };
}

/** `BundleEntryProto`. */
export function readEntry(name: string, value: Uint8Array, at: number, { budgets }: Subject): BundleEntry {
  const entry: BundleEntry = { name, type: 0, shape: [], elements: 1, shard: 0, offset: 0, size: 0, crc: 0 };
  let slices = 0;
  let unknownRank = false;
  const size = (number: Varint) => {
    const count = number.toSafeInteger();
    if (count !== undefined && count >= 0) return count;
    throw malformed(name, at, `a size of ${number.toSigned()}`);
  };
  const shape: MessageVisitor = {
    varint(field, number) {
      if (field === 3) unknownRank = number.low32 !== 0;
    },
    delimited(field) {
      if (field !== 2) return undefined;
      entry.shape.push(0);
      if (entry.shape.length > MOST_DIMS) throw malformed(name, at, `more than ${MOST_DIMS} dimensions`);
      return {
        varint(inner, number) {
          if (inner === 1) entry.shape[entry.shape.length - 1] = size(number);
        },
      };
    },
  };
  walkMessage(
    value,
    {
      varint(field, number) {
        if (field === 1) entry.type = number.toNumber();
        else if (field === 3) entry.shard = size(number);
        else if (field === 4) entry.offset = size(number);
        else if (field === 5) entry.size = size(number);
      },
      fixed(field, bytes) {
        if (field === 6) entry.crc = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
      },
      delimited(field) {
        if (field === 7) slices += 1;
        return field === 2 ? shape : undefined;
      },
    },
    at,
    budgets,
  );
  if (slices > 0 || unknownRank) {
    const what = `${quoted(name)} is a partitioned variable, which this version does not put together`;
    throw new Unsettled('L2', 'tensor-slices', what, { offset: at });
  }
  entry.elements = entry.shape.reduce((product, each) => product * each, 1);
  mustHaveItsSize(entry, at);
  return entry;
}

function mustHaveItsSize({ name, type, elements, size }: BundleEntry, at: number): void {
  if (!Number.isSafeInteger(elements * 16)) throw malformed(name, at, `${elements} elements`);
  if (type === STRING_TYPE) {
    // At least a length of one byte for each, and the CRC of the lengths.
    if (size < elements + 4) throw malformed(name, at, `${elements} strings in ${size} bytes`);
    return;
  }
  const dtype = tfDtype(type);
  if (dtype === undefined) {
    throw new Unsettled('L2', 'dtype-unknown', `${quoted(name)} is of a type that we do not read`, {
      offset: at,
      found: String(type),
    });
  }
  const expected = elements * (dtype.bits / 8);
  if (expected === size) return;
  throw new Broken('L2', 'tensor-size', `${quoted(name)} does not have the size of its shape and type`, {
    offset: at,
    expected: `${expected} bytes`,
    found: `${size} bytes`,
  });
}

const malformed = (name: string, at: number, found: string): Broken =>
  new Broken('L2', 'bundle-entry', `the entry of ${quoted(name)} cannot be`, {
    offset: at,
    found,
  });
