import type { Subject } from '../contract/format.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import type { PickleImports } from './imports.ts';
import { PickleMachine } from './machine.ts';
import type { PyValue } from './value.ts';

const FIRST_WINDOW = 65_536;
const WINDOW = 1024 ** 2;

/** Takes a program whose end only its STOP tells. */
export interface PickleTaker {
  feed(piece: Uint8Array): void;
  readonly stoppedAt: number | undefined;
}

/** Walks pickle programs that follow one another, with other things between them. */
export class PickleCursor {
  /** Where the next thing begins. */
  at: number;
  readonly #reader: Pick<BoundedReader, 'read'>;
  readonly #to: number;

  constructor(reader: Pick<BoundedReader, 'read'>, from: number, to: number) {
    this.#reader = reader;
    this.at = from;
    this.#to = to;
  }

  get left(): number {
    return this.#to - this.at;
  }

  /** Feeds one program. One that does not stop before the end is fed whole and left unfinished. */
  async take(taker: PickleTaker): Promise<void> {
    const from = this.at;
    let window = FIRST_WINDOW;
    for (let at = from; at < this.#to && taker.stoppedAt === undefined; window = WINDOW) {
      const length = Math.min(window, this.#to - at);
      taker.feed(await this.#reader.read(at, length));
      at += length;
    }
    this.at = from + (taker.stoppedAt ?? this.#to - from);
  }

  async bytes(length: number): Promise<Uint8Array> {
    const bytes = await this.#reader.read(this.at, length);
    this.at += length;
    return bytes;
  }

  /** The value of a program without storages. */
  async plain({ findings, budgets }: Subject, imports: PickleImports): Promise<PyValue> {
    const machine = new PickleMachine(
      {
        find: (module, name) => imports.find(module, name),
        note: (code, what) => findings.note('L2', code, what),
      },
      budgets,
      this.left,
      true,
    );
    await this.take(machine);
    return machine.value();
  }
}
