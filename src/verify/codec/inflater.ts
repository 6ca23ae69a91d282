import {
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { Broken } from '../contract/findings.ts';

const CREATE = { raw: createInflateRaw, zlib: createInflate, gzip: createGunzip };

/**
 * Inflates piece by piece and hands the output on at once. Ends the walk as soon as more comes out than was declared,
 * so that a bomb costs no more than its own claim.
 */
export class Inflater {
  readonly #inflate: InflateRaw | Inflate | Gunzip;
  readonly #failed: Promise<never>;
  /** The end mark of the stream was met; zlib then never answers a write again. */
  readonly #ended: Promise<void>;
  #isEnded = false;
  #reject: (error: unknown) => void = () => {};
  #out = 0;

  /** @param wrapping with `zlib` and `gzip` the stream ends only after its checksum, which zlib compares */
  constructor(
    declaredBytes: number,
    offset: number,
    sink: (piece: Uint8Array) => void,
    wrapping: keyof typeof CREATE = 'raw',
  ) {
    this.#inflate = CREATE[wrapping]();
    this.#failed = new Promise<never>((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => {});
    this.#ended = new Promise((resolve) => {
      this.#inflate.once('end', () => {
        this.#isEnded = true;
        resolve();
      });
    });
    this.#inflate.on('error', (error) => {
      this.#reject(new Broken('L1', 'deflate-broken', `cannot be inflated: ${error.message}`, { offset }));
    });
    this.#inflate.on('data', (piece: Uint8Array) => {
      this.#out += piece.length;
      const tooMuch = new Broken('L1', 'deflate-surplus', 'inflates to more than it declares', {
        offset,
        expected: `${declaredBytes} bytes`,
      });
      if (this.#out > declaredBytes) this.#stop(tooMuch);
      else this.#try(() => sink(piece));
    });
  }

  /** The stream's own end mark was met; what was written since is not part of it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Bytes of input that the stream really used so far. */
  get usedBytes(): number {
    return this.#inflate.bytesWritten;
  }

  /** The piece's memory may be used again once this resolves. */
  feed(piece: Uint8Array): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    const done = new Promise<void>((resolve, reject) => {
      this.#inflate.write(piece, (error) => (error ? reject(error) : resolve()));
    });
    done.catch(() => {});
    return Promise.race([done, this.#failed, this.#ended]);
  }

  /** @returns how many bytes of input the stream really used: what follows its end mark is not part of it */
  async end(): Promise<number> {
    if (!this.#isEnded) this.#inflate.end();
    await Promise.race([this.#ended, this.#failed]);
    return this.#inflate.bytesWritten;
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }

  #stop(error: unknown): void {
    this.#inflate.removeAllListeners('data');
    this.#reject(error);
    this.#inflate.destroy();
  }
}
