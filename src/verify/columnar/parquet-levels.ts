import { Broken } from '../contract/findings.ts';
import type { Leaf } from './parquet-schema.ts';
import { bitsFor, readHybrid, unpackBits } from './rle-hybrid.ts';

/** Where a page's levels lie, and how many there are: one of each kind for every value, left out ones among them. */
export interface LevelPlaces {
  repeats: LevelPlace;
  defined: LevelPlace;
  count: number;
  /** Of the page in the file. */
  offset: number;
}

interface LevelPlace {
  bytes: Uint8Array;
  /** One of the two encodings of levels: the older packs them, most significant bit first. */
  isPacked: boolean;
}

export interface LevelSums {
  /** Entries that begin a row. */
  rows: number;
  /** Values that are there. */
  values: number;
}

/** The levels of one column in one row group, page after page: how lists nest, and what is left out. */
export class LevelReader {
  /** By the id of a group: how its entries are laid out, the same for all columns below it. */
  readonly layouts: Map<number, Layout>;
  readonly #leaf: Leaf;
  #begun = false;
  /** The level of definition of the last value. */
  #before = 0;

  constructor(leaf: Leaf) {
    this.#leaf = leaf;
    this.layouts = new Map(leaf.groups.map(({ id }) => [id, new Layout()]));
  }

  read(places: LevelPlaces): LevelSums {
    const { mostRepeats, mostDefined } = this.#leaf;
    const { count, offset } = places;
    if (count === 0) return { rows: 0, values: 0 };
    if (mostRepeats === 0 && this.layouts.size === 0) {
      this.#begun = true;
      let values = mostDefined === 0 ? count : 0;
      if (mostDefined > 0)
        this.#walk(places.defined, mostDefined, places, (level, times) => {
          if (level === mostDefined) values += times;
        });
      return { rows: count, values };
    }
    return this.#nested(
      this.#levels(places.repeats, mostRepeats, places),
      this.#levels(places.defined, mostDefined, places),
      offset,
    );
  }

  #nested(repeats: Uint8Array, defined: Uint8Array, offset: number): LevelSums {
    const { mostDefined, entries, groups } = this.#leaf;
    if (!this.#begun && repeats[0] !== 0) throw this.#broken('begin in the middle of a row', offset);
    this.#begun = true;
    let [rows, values] = [0, 0];
    for (let i = 0; i < repeats.length; i += 1) {
      const [repeat, level] = [repeats[i] as number, defined[i] as number];
      if (repeat === 0) rows += 1;
      else if (Math.min(level, this.#before) < (entries[repeat - 1] as number))
        throw this.#broken('go on with a list that is left out or empty', offset);
      if (level === mostDefined) values += 1;
      this.#before = level;
    }
    for (const group of groups) {
      const layout = this.layouts.get(group.id) as Layout;
      for (let i = 0; i < repeats.length; i += 1) {
        const repeat = repeats[i] as number;
        if (repeat <= group.repeats) layout.add(repeat, Math.min(defined[i] as number, group.defined));
      }
    }
    return { rows, values };
  }

  #levels(place: LevelPlace, most: number, places: LevelPlaces): Uint8Array {
    const levels = new Uint8Array(places.count);
    let at = 0;
    if (most > 0)
      this.#walk(place, most, places, (level, times) => {
        levels.fill(level, at, at + times);
        at += times;
      });
    return levels;
  }

  #walk(
    { bytes, isPacked }: LevelPlace,
    most: number,
    { count, offset }: LevelPlaces,
    take: (level: number, times: number) => void,
  ): void {
    const width = bitsFor(most);
    const check = (level: number, times: number) => {
      if (level > most) throw this.#broken('are higher than its schema has them', offset);
      take(level, times);
    };
    if (!isPacked) readHybrid(bytes, 0, width, count, offset, check);
    else if (Math.ceil((count * width) / 8) > bytes.length)
      throw this.#broken('end before the last value', offset);
    else unpackBits(turned(bytes), 0, width, count, (level) => check(turnedBits(level, width), 1));
  }

  #broken(what: string, offset: number): Broken {
    return new Broken('L2', 'parquet-values', `levels of column ${JSON.stringify(this.#leaf.path)} ${what}`, {
      offset,
    });
  }
}

/** The bits of each byte the other way round, and those of each number: so both ways of packing are one. */
const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => turnedBits(byte, 8));

function turnedBits(value: number, width: number): number {
  let out = 0;
  for (let bit = 0; bit < width; bit += 1) out = out * 2 + ((value >>> bit) & 1);
  return out;
}

/** A digest of the levels that columns have in common: no proof against an attacker, who could as well write another table. */
class Layout {
  #count = 0;
  #low = 0;
  #high = 0;

  add(repeat: number, defined: number): void {
    this.#count += 1;
    const entry = 256 * repeat + defined + 1;
    this.#low = Math.imul(this.#low ^ entry, 0x01000193);
    this.#high = (Math.imul(this.#high, 31) + entry) | 0;
  }

  get told(): string {
    return `${this.#count}:${this.#low}:${this.#high}`;
  }
}
