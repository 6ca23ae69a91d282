import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Runs a worker's program in this thread. A pull starts one for a few hundred bytes, and of all that a life of the drill costs the
 * threads were a third; the program is the product's own, word by word.
 */
class WorkerHere extends EventEmitter {
  readonly #port = new EventEmitter();

  constructor(program: string) {
    super();
    const parentPort = Object.assign(this.#port, {
      postMessage: (answer: unknown) => void setImmediate(() => this.emit('message', answer)),
    });
    const own = (name: string): unknown => (name === 'node:worker_threads' ? { parentPort } : require(name));
    new Function('require', program)(own);
  }

  postMessage(order: unknown): void {
    setImmediate(() => this.#port.emit('message', order));
  }

  async terminate(): Promise<number> {
    return 0;
  }

  ref(): void {}
  unref(): void {}
}

/** From here on programs that are given as text need no thread. */
export function workHere(): void {
  const threads = require('node:worker_threads');
  const { Worker } = threads;
  threads.Worker = new Proxy(Worker, {
    construct(real, [program, options]: [string, { eval?: boolean; name?: string } | undefined]) {
      return options?.eval && options.name === 'disk' ? new WorkerHere(program) : new real(program, options);
    },
  });
  syncBuiltinESMExports();
}
