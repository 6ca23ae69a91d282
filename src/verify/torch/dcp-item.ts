import { systemClock } from '../../clock.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { Broken, Findings, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { BoundedReader } from '../read/bounded-reader.ts';
import { startsWith } from '../read/sniff.ts';
import { windowSource } from '../read/window-source.ts';
import type { Dtype } from '../tensor/dtype.ts';
import type { Region } from '../tensor/pass.ts';
import { type SharedWork, TorchArchive } from './archive.ts';
import type { DcpItem } from './dcp-metadata.ts';

const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);

/** What the metadata says that an item holds; absent for an object. */
export interface ExpectedTensor {
  dtype: Dtype | undefined;
  shape: readonly number[];
}

/** One item of a `.distcp` file: a whole file of torch.save at an offset. It is opened when its first byte comes by. */
export class DcpItemRegion implements Region {
  readonly offset: number;
  readonly length: number;
  readonly #item: DcpItem;
  readonly #expected: ExpectedTensor | undefined;
  readonly #part: Subject;
  readonly #shared: Omit<SharedWork, 'name'>;
  readonly #findings = new Findings();
  /** Told where reasons about this item's values belong. */
  readonly #onOpen: (findings: Findings) => void;
  #archive: TorchArchive | undefined;
  #spans: Iterator<Region> = [][Symbol.iterator]();
  #current: Region | undefined;
  #broken = false;

  constructor(
    item: DcpItem,
    expected: ExpectedTensor | undefined,
    part: Subject,
    shared: Omit<SharedWork, 'name'>,
    onOpen: (findings: Findings) => void,
  ) {
    this.#onOpen = onOpen;
    this.offset = item.offset;
    this.length = item.length;
    this.#item = item;
    this.#expected = expected;
    this.#part = part;
    this.#shared = shared;
  }

  async feed(piece: Uint8Array, fileOffset: number): Promise<void> {
    if (this.#archive === undefined && !this.#broken) await this.#guarded(() => this.#open());
    const at = fileOffset - this.offset;
    const to = at + piece.length;
    while (this.#current !== undefined && this.#current.offset < to) {
      const span = this.#current;
      const from = Math.max(span.offset, at);
      const end = Math.min(span.offset + span.length, to);
      if (from < end)
        await this.#guarded(async () => await span.feed(piece.subarray(from - at, end - at), from));
      if (span.offset + span.length > to) return;
      await this.#finish(span);
    }
  }

  async end(): Promise<void> {
    if (this.length === 0)
      this.#findings.fail('L1', 'empty', 'is empty', { offset: 0, expected: 'at least 1 byte' });
    while (this.#current !== undefined) await this.#finish(this.#current);
    this.#judgeTensor();
    const { name } = this.#item;
    this.#part.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `item ${JSON.stringify(name.slice(0, 200))}: ${what}`,
      offset: (offset ?? 0) + this.offset,
    }));
  }

  async #open(): Promise<void> {
    this.#onOpen(this.#findings);
    const part = this.#part;
    const { name, transformed } = this.#item;
    if (transformed)
      throw new Unsettled('L1', 'dcp-transform', 'is compressed or changed in a way that we cannot read');
    const source = windowSource(part.reader, this.offset, this.length, name);
    const reader = new BoundedReader(source, part.budgets, systemClock);
    const head = await reader.read(0, Math.min(this.length, ZIP.length));
    if (!startsWith(head, ZIP))
      throw new Unsettled('L1', 'dcp-item', 'is no file of torch.save', {
        offset: 0,
        found: `begins ${Buffer.from(head).toString('hex')}`,
      });
    const subject: Subject = { ...part, reader, sizeBytes: this.length, head, findings: this.#findings };
    const directory = await readZipDirectory(reader, part.budgets);
    const archive = new TorchArchive(subject, directory, { ...this.#shared, name });
    await archive.readProgram();
    if (directory.crcOff && !part.digestGiven)
      this.#findings.degraded(
        'L1',
        'no-checksum',
        'was written without CRCs and no manifest digest was given',
      );
    this.#archive = archive;
    this.#spans = archive.regions();
    this.#advance();
  }

  /** A chunk is saved as one tensor and nothing else. */
  #judgeTensor(): void {
    const expected = this.#expected;
    const program = this.#archive?.program;
    if (expected === undefined || program === undefined) return;
    const tensors = [...program.storages.values()].flatMap((storage) => storage.tensors);
    const [only] = tensors;
    if (only === undefined || tensors.length > 1) {
      this.#findings.fail('L2', 'dcp-item', 'should be one tensor', { found: `${tensors.length} tensors` });
      return;
    }
    const say = (type: Dtype | undefined, shape: readonly number[]) =>
      `${type?.name ?? 'of unknown type'} [${shape.join(', ')}]`;
    const { dtype, shape } = only.tensor;
    const sameShape =
      shape.length === expected.shape.length && shape.every((size, i) => size === expected.shape[i]);
    if (sameShape && (expected.dtype === undefined || dtype === expected.dtype)) return;
    this.#findings.fail('L2', 'chunk-differs', 'is another tensor than the metadata says', {
      expected: say(expected.dtype, expected.shape),
      found: say(dtype, shape),
    });
  }

  async #finish(span: Region): Promise<void> {
    await this.#guarded(async () => await span.end());
    this.#advance();
  }

  #advance(): void {
    const next = this.#spans.next();
    this.#current = next.done === true ? undefined : next.value;
    this.#broken = false;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#broken) return;
    try {
      await work();
    } catch (error) {
      if (!this.#findings.caught(error)) throw error;
      this.#broken = true;
    }
  }
}

/** Items of one file lie one after another and fill it. */
export function mustTile(items: readonly DcpItem[], sizeBytes: number): void {
  let at = 0;
  for (const { name, offset, length } of items) {
    if (offset !== at)
      throw new Broken(
        'L1',
        'dcp-extent',
        `${JSON.stringify(name.slice(0, 200))} does not begin where the item before it ends`,
        {
          offset,
          expected: String(at),
          found: String(offset),
        },
      );
    at += length;
  }
  if (at === sizeBytes) return;
  const short = at > sizeBytes;
  throw new Broken(
    'L1',
    short ? 'cut-short' : 'trailing-bytes',
    short ? 'the file ends inside an item' : 'bytes follow the last item',
    {
      offset: Math.min(at, sizeBytes),
      expected: `${at} bytes`,
      found: `${sizeBytes} bytes`,
    },
  );
}
