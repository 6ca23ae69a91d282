import type { GitConversation } from './git-process.ts';

export interface FoundObject {
  oid: string;
  type: string;
  content: Buffer;
}

/** Larger than any honest record, small enough to hold in memory: whoever can push could have put anything there. */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Thrown when git ended in the middle of an answer; `stderr` has git's reason. */
export class ReaderBroke extends Error {
  override readonly name = 'ReaderBroke';
  constructor(
    readonly stderr: string,
    readonly exitCode: number,
  ) {
    super(`git cat-file ended with ${exitCode}: ${stderr.trim()}`);
  }
}

export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
}

/** Any number of objects from one `git cat-file --batch` process. */
export class ObjectReader {
  readonly #git: GitConversation;
  readonly #chunks: AsyncIterator<Buffer>;
  #pending: Buffer = Buffer.alloc(0);

  constructor(git: GitConversation) {
    this.#git = git;
    this.#chunks = git.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /**
   * @param name anything git understands as one object (`<oid>:run.json`); without a newline
   * @returns null when there is no such object here
   */
  async get(name: string): Promise<FoundObject | null> {
    const [found] = await this.getAll([name]);
    return found ?? null;
  }

  /** Asks for all before it reads the first answer, so that neither side waits for the other. */
  async getAll(names: readonly string[]): Promise<(FoundObject | null)[]> {
    if (names.length === 0) return [];
    this.#git.stdin.write(names.map((name) => `${name}\n`).join(''));
    const found: (FoundObject | null)[] = [];
    for (const _ of names) found.push(await this.#answer());
    return found;
  }

  async close(): Promise<void> {
    await this.#git.close();
  }

  async #answer(): Promise<FoundObject | null> {
    const header = await this.#line();
    const [, oid, type, size] = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(header) ?? [];
    // "<name> missing", and "ambiguous" for a short name, which we never ask for.
    if (oid === undefined || type === undefined) return null;
    const sizeBytes = Number(size);
    if (sizeBytes > MAX_OBJECT_BYTES) throw new ObjectTooLarge(`${oid} has ${sizeBytes} bytes`);
    const content = await this.#bytes(sizeBytes + 1);
    return { oid, type, content: content.subarray(0, sizeBytes) };
  }

  async #line(): Promise<string> {
    let end = this.#pending.indexOf(10);
    while (end < 0) {
      await this.#more(1);
      end = this.#pending.indexOf(10);
    }
    const line = this.#pending.toString('utf8', 0, end);
    this.#pending = this.#pending.subarray(end + 1);
    return line;
  }

  async #bytes(count: number): Promise<Buffer> {
    if (this.#pending.length < count) await this.#more(count - this.#pending.length);
    const bytes = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    return bytes;
  }

  /** Reads until at least `count` bytes have come, and joins them once. */
  async #more(count: number): Promise<void> {
    const chunks = [this.#pending];
    let missing = count;
    while (missing > 0) {
      // A git that could not be started breaks the stream instead of ending it; `close` tells which.
      const next = await this.#chunks.next().catch(() => undefined);
      if (!next || next.done) {
        const { stderr, exitCode } = await this.#git.close();
        throw new ReaderBroke(stderr, exitCode);
      }
      chunks.push(next.value);
      missing -= next.value.length;
    }
    this.#pending = Buffer.concat(chunks);
  }
}
