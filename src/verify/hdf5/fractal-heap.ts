import { Unsettled } from '../contract/findings.ts';
import { walkTree2 } from './btree2.ts';
import { bytesFor, Cursor, hdf5Broken } from './cursor.ts';
import { checksumBroken, type Hdf5File } from './file.ts';
import { mustHoldFreeSpace } from './free-space.ts';
import { lookup3 } from './lookup3.ts';

interface Shape {
  idBytes: number;
  hasBlockSums: boolean;
  mostManaged: number;
  width: number;
  startBytes: number;
  mostDirect: number;
  offsetBytes: number;
  lengthBytes: number;
}

interface Block {
  /** Within the heap's own space. */
  heapOffset: number;
  address: number;
  bytes: number;
}

const HUGE_INDIRECT = 1;

/** Links and attributes of an object that has many of them. Every block's checksum is verified when the heap is opened. */
export class FractalHeap {
  readonly #file: Hdf5File;
  readonly #address: number;
  readonly #shape: Shape;
  /** Direct blocks in the order of their offsets. */
  readonly #blocks: Block[] = [];
  readonly #huge = new Map<number, { address: number; length: number }>();
  /** How many objects the heap says it holds. */
  declared = 0;

  private constructor(file: Hdf5File, address: number, shape: Shape) {
    this.#file = file;
    this.#address = address;
    this.#shape = shape;
  }

  static async open(file: Hdf5File, address: number): Promise<FractalHeap> {
    const { offsets, lengths } = file.widths;
    const whole = 22 + 12 * lengths + 3 * offsets + 4;
    file.count(1, file.base + address);
    file.claim(address, whole, 'a heap');
    const fixed = await file.cursor(address, 9);
    fixed.signature('FRHP');
    fixed.version('a heap', 0);
    const idBytes = fixed.u16();
    const filterBytes = fixed.u16();
    if (filterBytes !== 0)
      throw new Unsettled('L2', 'hdf5-heap-filter', 'compresses its heaps, which we cannot read', {
        offset: fixed.fileOffset,
      });
    const cursor = await file.checked(address, whole, 'a heap');
    cursor.skip(9);
    const flags = cursor.u8();
    const mostManaged = cursor.u32();
    cursor.skip(lengths);
    const hugeTree = cursor.address();
    cursor.skip(lengths);
    const freeSpace = cursor.address();
    cursor.skip(3 * lengths);
    const managed = cursor.length();
    cursor.skip(lengths);
    const huge = cursor.length();
    cursor.skip(lengths);
    const tiny = cursor.length();
    const width = cursor.u16();
    const startBytes = cursor.length();
    const mostDirect = cursor.length();
    const heapBits = cursor.u16();
    cursor.skip(2);
    const root = cursor.address();
    const rows = cursor.u16();
    const isPower = (value: number) => value > 0 && Math.log2(value) % 1 === 0;
    if (
      !isPower(width) ||
      !isPower(startBytes) ||
      !isPower(mostDirect) ||
      heapBits > 64 ||
      heapBits === 0 ||
      mostDirect < startBytes
    )
      throw hdf5Broken('a heap has a shape that cannot be', file.base + address);
    const heap = new FractalHeap(file, address, {
      idBytes,
      hasBlockSums: (flags & 2) !== 0,
      mostManaged,
      width,
      startBytes,
      mostDirect,
      offsetBytes: Math.ceil(heapBits / 8),
      lengthBytes: Math.min(Math.ceil(Math.log2(mostDirect) / 8), bytesFor(mostManaged)),
    });
    heap.declared = managed + huge + tiny;
    if (root !== undefined) {
      if (rows === 0) await heap.#direct({ address: root, bytes: startBytes, heapOffset: 0 });
      else await heap.#indirect(root, rows, 0);
    }
    if (hugeTree !== undefined) await heap.#listHuge(hugeTree);
    if (freeSpace !== undefined) await mustHoldFreeSpace(file, freeSpace);
    return heap;
  }

  /** The object that an ID stands for. */
  async object(id: Cursor): Promise<Cursor> {
    const place = id.place;
    const first = id.u8();
    const kind = (first >> 4) & 3;
    if (first >> 6 !== 0 || kind === 3) throw hdf5Broken('an object of a heap has an unknown kind', place);
    if (kind === 0) {
      const offset = id.uint(this.#shape.offsetBytes);
      return await this.#managed(offset, id.uint(this.#shape.lengthBytes), place);
    }
    if (kind === 2) return this.#tiny(id, first);
    const huge = this.#huge.get(id.uint(Math.min(this.#shape.idBytes - 1, this.#file.widths.lengths)));
    if (huge === undefined) throw hdf5Broken('an object of a heap is not there', place);
    return await this.#file.cursor(huge.address, huge.length);
  }

  async #managed(offset: number, length: number, place: number): Promise<Cursor> {
    const block = this.#blockAt(offset);
    const within = offset - (block?.heapOffset ?? 0);
    if (block === undefined || within < this.#overhead || within + length > block.bytes)
      throw hdf5Broken('an object of a heap lies outside it', place, {
        found: `${length} bytes from ${offset}`,
      });
    return await this.#file.cursor(block.address + within, length);
  }

  /** The last block that begins at or before the offset. */
  #blockAt(offset: number): Block | undefined {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle] as Block).heapOffset <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#blocks[low - 1];
  }

  #tiny(id: Cursor, first: number): Cursor {
    const isLong = this.#shape.idBytes - 1 > 16;
    const length = (isLong ? (first & 15) * 256 + id.u8() : first & 15) + 1;
    return id.part(length);
  }

  get #overhead(): number {
    const { hasBlockSums, offsetBytes } = this.#shape;
    return 5 + this.#file.widths.offsets + offsetBytes + (hasBlockSums ? 4 : 0);
  }

  async #direct(block: Block): Promise<void> {
    const file = this.#file;
    file.count(1, file.base + block.address);
    file.claim(block.address, block.bytes, 'a block of a heap');
    const bytes = await file.read(block.address, block.bytes);
    this.#mustBelong(new Cursor(bytes, file.base + block.address, file.widths), 'FHDB', block.heapOffset);
    if (this.#shape.hasBlockSums) this.#mustSum(bytes, block.address);
    else file.hasUnguarded = true;
    this.#blocks.push(block);
  }

  /** The checksum lies within the block and counts as zero. */
  #mustSum(bytes: Uint8Array, address: number): void {
    const at = this.#overhead - 4;
    const copy = bytes.slice();
    const stored = new DataView(copy.buffer).getUint32(at, true);
    copy.fill(0, at, at + 4);
    const found = lookup3(copy);
    if (found !== stored) throw checksumBroken('a block of a heap', this.#file.base + address, stored, found);
  }

  #mustBelong(cursor: Cursor, signature: string, heapOffset: number): void {
    cursor.signature(signature);
    cursor.version('a block of a heap', 0);
    const owner = cursor.address();
    const offset = cursor.uint(this.#shape.offsetBytes);
    if (owner !== this.#address || offset !== heapOffset)
      throw hdf5Broken('a block belongs to another heap or place', cursor.fileOffset);
  }

  /** Rows of blocks, each twice as large as those of the row before; first direct ones, then blocks of blocks. */
  async #indirect(address: number, rows: number, heapOffset: number): Promise<void> {
    const file = this.#file;
    const { width, startBytes, mostDirect, offsetBytes } = this.#shape;
    if (rows > 64)
      throw hdf5Broken('a heap has more rows than any', file.base + address, { found: String(rows) });
    const whole = 5 + file.widths.offsets + offsetBytes + rows * width * file.widths.offsets + 4;
    const cursor = await file.structure(address, whole, 'a block of a heap');
    this.#mustBelong(cursor, 'FHIB', heapOffset);
    let offset = heapOffset;
    for (let row = 0; row < rows; row += 1) {
      const bytes = startBytes * 2 ** Math.max(0, row - 1);
      for (let column = 0; column < width; column += 1) {
        const child = cursor.address();
        if (child !== undefined) {
          if (bytes <= mostDirect) await this.#direct({ address: child, bytes, heapOffset: offset });
          else await this.#indirect(child, Math.log2(bytes / (startBytes * width)) + 1, offset);
        }
        offset += bytes;
      }
    }
  }

  async #listHuge(tree: number): Promise<void> {
    const file = this.#file;
    for await (const record of walkTree2(file, tree, [HUGE_INDIRECT])) {
      const address = record.mustAddress('a large object of a heap');
      const length = record.length();
      file.claim(address, length, 'a large object of a heap');
      // Large objects lie outside the blocks and their checksums.
      file.hasUnguarded = true;
      this.#huge.set(record.length(), { address, length });
    }
  }
}
