import { overBudget } from '../contract/findings.ts';
import { notYaml, outside } from './yaml-scalar.ts';

/**
 * Counts the nodes that a document would have if every alias were replaced by what it stands for. Nothing is replaced: a
 * few lines of aliases of aliases stand for more than any memory holds.
 */
export class AnchorBook {
  readonly #most: number;
  /** Nodes below each anchor; `undefined` while it is still open. */
  #sizes = new Map<string, number | undefined>();
  #nodes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get nodes(): number {
    return this.#nodes;
  }

  /** Call before the node itself is counted; `settle` with what it returns once the node has ended. */
  open(name: string): number {
    if (this.#sizes.size >= 100_000) throw overBudget('anchors', 100_000, this.#sizes.size + 1);
    this.#sizes.set(name, undefined);
    return this.#nodes;
  }

  settle(name: string, before: number): void {
    this.#sizes.set(name, this.#nodes - before);
  }

  node(offset: number): void {
    this.#add(1, offset);
  }

  alias(name: string, offset: number): void {
    if (!this.#sizes.has(name)) throw notYaml('an alias of nothing', offset, `*${name}`);
    const size = this.#sizes.get(name);
    if (size === undefined) throw outside('a node that contains itself');
    this.#add(size, offset);
  }

  /** Anchors end with their document; what was counted stays. */
  forget(): void {
    this.#sizes = new Map();
  }

  #add(nodes: number, offset: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#most) throw overBudget('objects', this.#most, this.#nodes, offset);
  }
}
