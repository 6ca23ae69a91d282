import type { Findings } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { TarMember } from './tar-walk.ts';

/** Distinct sets of extensions beyond this are no data set. */
const MOST_SHAPES = 1000;

/**
 * Groups members by the WebDataset convention: the key is the path up to the first dot of the file's name, members of one
 * key follow each other, and every key has the same extensions.
 */
export class Samples {
  readonly #keys = new Set<string>();
  readonly #shapes = new Map<string, { count: number; first: string }>();
  #split: { key: string; offset: number } | undefined;
  #twice: { key: string; offset: number } | undefined;
  #isOdd = false;
  #key: string | undefined;
  #extensions: string[] = [];

  take({ name, offset }: TarMember): void {
    const folder = name.lastIndexOf('/') + 1;
    const dot = name.indexOf('.', folder);
    if (dot <= folder) {
      // A name without an extension belongs to no sample; metadata of a shard is hidden by a dot.
      if (dot < 0) this.#isOdd = true;
      return;
    }
    const key = name.slice(0, dot);
    if (key !== this.#key) this.#begin(key, offset);
    const extension = name.slice(dot + 1).toLowerCase();
    if (this.#extensions.includes(extension)) this.#twice ??= { key, offset };
    this.#extensions.push(extension);
  }

  /** At least two samples, most of them of one set of two or more extensions. */
  get isDataSet(): boolean {
    const [shape = '', { count }] = this.#common;
    return !this.#isOdd && this.#keys.size >= 2 && shape.includes(' ') && count * 2 > this.#keys.size;
  }

  get count(): number {
    return this.#keys.size;
  }

  get extensions(): string {
    return this.#common[0];
  }

  end(): void {
    this.#endSample();
  }

  judge(findings: Findings): void {
    if (this.#split !== undefined) {
      const what = 'a sample goes on after another has begun: its key is there twice';
      findings.fail('L2', 'sample-split', what, {
        offset: this.#split.offset,
        found: quoted(this.#split.key),
      });
    }
    if (this.#twice !== undefined)
      findings.fail('L2', 'sample-twice', 'a sample has two members of one extension', {
        offset: this.#twice.offset,
        found: quoted(this.#twice.key),
      });
    const [shape, { count }] = this.#common;
    const odd = [...this.#shapes].filter(([each]) => each !== shape);
    if (odd.length === 0) return;
    findings.note('L2', 'samples-differ', 'not every sample has the same members', {
      expected: shape,
      found: `${this.#keys.size - count} others, first ${quoted(odd[0]?.[1].first ?? '')}: ${odd[0]?.[0] ?? ''}`,
    });
  }

  #begin(key: string, offset: number): void {
    this.#endSample();
    if (this.#keys.has(key)) this.#split ??= { key, offset };
    this.#keys.add(key);
    this.#key = key;
    this.#extensions = [];
  }

  #endSample(): void {
    if (this.#key === undefined || this.#extensions.length === 0) return;
    const shape = this.#extensions.sort().join(' ').slice(0, 200);
    const known = this.#shapes.get(shape);
    if (known !== undefined) known.count += 1;
    else if (this.#shapes.size < MOST_SHAPES)
      this.#shapes.set(shape, { count: 1, first: this.#key.slice(0, 120) });
    this.#extensions = [];
  }

  get #common(): [string, { count: number; first: string }] {
    let best: [string, { count: number; first: string }] = ['', { count: 0, first: '' }];
    for (const each of this.#shapes) if (each[1].count > best[1].count) best = each;
    return best;
  }
}
