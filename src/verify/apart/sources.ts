import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { SourceExtras } from '../read/bounded-reader.ts';
import type { Failure, OpenedSource, Question, Told } from './messages.ts';

type Source = RangeSource & SourceExtras;

/** The files of one order: opened, asked and closed here, read by the thread. */
export class ApartSources {
  readonly #open: (path: string) => Promise<Source>;
  readonly #tell: (told: Told, transfer: ArrayBuffer[]) => void;
  readonly #sources = new Map<number, Source>();
  readonly #failures = new Map<number, unknown>();
  #closed = false;

  constructor(open: (path: string) => Promise<Source>, tell: (told: Told, transfer: ArrayBuffer[]) => void) {
    this.#open = open;
    this.#tell = tell;
  }

  /** Never rejects: what goes wrong is told to the thread, and kept as it was. */
  async answer(id: number, question: Question): Promise<void> {
    try {
      const value = await this.#answerTo(id, question);
      if (!this.#closed)
        this.#tell({ answer: id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      this.#failures.set(id, error);
      if (!this.#closed) this.#tell({ answer: id, failure: failureOf(error, id) }, []);
    }
  }

  /** What made this answer fail. */
  failure(id: number): unknown {
    return this.#failures.get(id);
  }

  /** Only when the thread reads no more: a descriptor may be another file's from then on. */
  async close(): Promise<void> {
    this.#closed = true;
    const left = [...this.#sources.values()];
    this.#sources.clear();
    await Promise.allSettled(left.map((source) => source.close()));
  }

  async #answerTo(id: number, question: Question): Promise<unknown> {
    if (question.to === 'open') return await this.#opened(id, question.path);
    const source = this.#sources.get(question.source);
    if (question.to === 'close') {
      this.#sources.delete(question.source);
      return await source?.close();
    }
    if (source === undefined) throw new Error('read from what is closed');
    if (question.to === 'changed') return await source.changed?.();
    // A copy of its own, which can be handed over: what a source gives may be part of a larger buffer that it keeps.
    return new Uint8Array(await source.read(question.offset, question.length));
  }

  async #opened(id: number, path: string): Promise<OpenedSource | undefined> {
    const source = await this.#open(path);
    if (this.#closed) return void (await source.close());
    this.#sources.set(id, source);
    const { label, sizeBytes, descriptor } = source;
    return { source: id, label, sizeBytes, ...(descriptor === undefined ? {} : { descriptor }) };
  }
}

function failureOf(error: unknown, id: number): Failure {
  if (error instanceof RangeError) return { kind: 'range', message: error.message, id };
  if (error instanceof Problem) {
    const { code, kind, what, next, costing, at } = error;
    return { kind: 'problem', detail: { code, kind, what, next, costing, ...(at && { at }) }, id };
  }
  if (error instanceof Error) return { kind: 'other', name: error.name, message: error.message, id };
  return { kind: 'other', name: 'Error', message: String(error), id };
}
