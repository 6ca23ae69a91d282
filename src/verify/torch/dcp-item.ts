import { systemClock } from '../../clock.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { Broken, Findings, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { PyValue } from '../pickle/value.ts';
import { BoundedReader } from '../read/bounded-reader.ts';
import { startsWith } from '../read/sniff.ts';
import { windowSource } from '../read/window-source.ts';
import type { Dtype } from '../tensor/dtype.ts';
import type { Region } from '../tensor/pass.ts';
import { mustEndAt } from '../tensor/tiling.ts';
import { OBJECT, TorchArchive } from './archive.ts';
import type { SharedWork } from './checkpoint-book.ts';
import type { DcpItem } from './dcp-metadata.ts';

const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);

/** What the metadata says that an item holds; absent for an object. */
export interface ExpectedTensor {
  dtype: Dtype | undefined;
  shape: readonly number[];
}

/** What an item is read for. */
export interface DcpItemContext {
  expected: ExpectedTensor | undefined;
  part: Subject;
  shared: SharedWork;
  /** Told where reasons about this item's values belong. */
  onOpen(findings: Findings): void;
  /** Told what an object is, once its program has been walked. */
  onObject(value: PyValue): void;
}

/** One item of a `.distcp` file: a whole file of torch.save at an offset. It is opened when its first byte comes by. */
export class DcpItemRegion implements Region {
  readonly offset: number;
  readonly length: number;
  readonly #item: DcpItem;
  readonly #context: DcpItemContext;
  readonly #findings = new Findings();
  #archive: TorchArchive | undefined;
  #spans: Iterator<Region> = [][Symbol.iterator]();
  #current: Region | undefined;
  #broken = false;

  constructor(item: DcpItem, context: DcpItemContext) {
    this.offset = item.offset;
    this.length = item.length;
    this.#item = item;
    this.#context = context;
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
    this.#context.part.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `item ${quoted(name)}: ${what}`,
      offset: (offset ?? 0) + this.offset,
    }));
  }

  async #open(): Promise<void> {
    const { part, shared } = this.#context;
    this.#context.onOpen(this.#findings);
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
    const archive = new TorchArchive(subject, directory, { programs: [{ ...OBJECT, name }] }, shared);
    await archive.readProgram();
    const unproven = 'was written without CRCs and no manifest digest was given';
    if (directory.crcOff && !part.digestGiven) this.#findings.degraded('L1', 'no-checksum', unproven);
    this.#archive = archive;
    this.#spans = archive.regions();
    this.#advance();
  }

  /** A chunk is saved as one tensor and nothing else. */
  #judgeTensor(): void {
    const { expected } = this.#context;
    const program = this.#archive?.program;
    if (program === undefined) return;
    if (expected === undefined) {
      this.#context.onObject(program.root);
      return;
    }
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
    this.#broken = !(await this.#findings.guard(work));
  }
}

/** Items of one file lie one after another and fill it. */
export function mustTile(items: readonly DcpItem[], sizeBytes: number): void {
  let at = 0;
  for (const { name, offset, length } of items) {
    if (offset !== at) {
      const what = `${quoted(name)} does not begin where the item before it ends`;
      throw new Broken('L1', 'dcp-extent', what, { offset, expected: String(at), found: String(offset) });
    }
    at += length;
  }
  mustEndAt(at, sizeBytes, { cut: 'the file ends inside an item', more: 'bytes follow the last item' });
}
