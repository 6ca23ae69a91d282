import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { commitOf, gitObject, type ObjectFormat, treeOf } from './git-objects.ts';
import { gitProblem, isPassing } from './git-problems.ts';
import type { Note, Notes } from './notes.ts';
import type { RefStore } from './ref-store.ts';
import { ATTEMPTS, PASSING } from './tries.ts';

const FILE = 'note.json';

/** The note as a git ref of its own: one commit per change, one file in its tree. */
export class GitNotes implements Notes {
  readonly #refs: RefStore;
  readonly #ref: string;
  readonly #world: { clock: Clock; random: () => number };

  constructor(refs: RefStore, ref: string, world: { clock: Clock; random: () => number }) {
    this.#refs = refs;
    this.#ref = ref;
    this.#world = world;
  }

  async read(): Promise<Note> {
    const name = await this.#refs.bringNotes(this.#ref);
    if (name === null) return { text: '', tip: null };
    return this.#refs.objects.reading(async (reader) => {
      const commit = await reader.get(name);
      if (!commit) return { text: '', tip: null };
      const file = await reader.get(`${commit.oid}:${FILE}`);
      return { text: file?.content.toString('utf8') ?? '', tip: commit.oid };
    });
  }

  async write(text: string, tip: string | null): Promise<'written' | 'lost-race'> {
    await this.#refs.prepare();
    const commit = await this.#store(text, tip);
    for (let attempt = 1; ; attempt++) {
      const swap = await this.#refs.swap(this.#ref, commit, tip);
      if (swap.outcome === 'swapped') return 'written';
      // After a failure the first try may have landed all the same: then the second one is refused for that very reason.
      if (swap.outcome === 'lost') return (await this.read()).tip === commit ? 'written' : 'lost-race';
      if (!isPassing(swap.fault) || attempt >= ATTEMPTS)
        throw gitProblem(swap.fault, `write ${this.#ref}`, this.#refs.where, swap.stderr);
      await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
    }
  }

  /** Writes blob, tree and commit; nothing points at them yet. */
  async #store(text: string, parent: string | null): Promise<string> {
    const format: ObjectFormat =
      parent === null ? await this.#refs.objectFormat() : parent.length === 40 ? 'sha1' : 'sha256';
    const file = gitObject('blob', text, format);
    const tree = treeOf({ [FILE]: file }, format);
    const message = `${this.#ref.slice('refs/gpu-lease/'.length)}\n`;
    const commit = commitOf({ tree: tree.oid, parent, message, at: this.#world.clock.now() }, format);
    await this.#refs.objects.write([file, tree, commit], format);
    return commit.oid;
  }
}
