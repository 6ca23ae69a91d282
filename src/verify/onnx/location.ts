import { type ByteSink, type MessageVisitor, ProtobufWalk, startOfText } from '../codec/protobuf.ts';
import type { MessageShape } from '../codec/protobuf-schema.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { RangeSource } from '../contract/source.ts';
import { beside } from '../contract/tree.ts';
import { MODEL, PAIR, TENSOR } from './schema.ts';

const WINDOW_BYTES = 256 * 1024;
const MOST_LOCATION_BYTES = 4096;
const MOST_LOCATIONS = 100_000;
const EXTERNAL_DATA = 13;

/**
 * Where a tensor's bytes lie, as a path below the tree's root. The location is the model's, so untrusted: it may only name
 * a file in the model's own folder or below it. Links are not followed by whoever lists and opens the tree.
 *
 * @returns what is wrong with it otherwise
 */
export function resolveLocation(model: string, location: string): { path: string } | { wrong: string } {
  if (location === '') return { wrong: 'is empty' };
  if (location.length > MOST_LOCATION_BYTES) return { wrong: 'is longer than a path can be' };
  if (/[\x00-\x1f\x7f]/.test(location)) return { wrong: 'holds control characters' };
  if (location.includes('\\')) return { wrong: 'holds a backslash, which is a folder on some systems' };
  if (location.startsWith('/') || /^[A-Za-z]:/.test(location)) return { wrong: 'is absolute' };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(location)) return { wrong: 'is an address' };
  const steps = location.split('/').filter((step) => step !== '.');
  if (steps.includes('..')) return { wrong: 'leads out of the folder of the model' };
  if (steps.length === 0 || steps.includes('')) return { wrong: 'names no file' };
  return { path: beside(model, steps.join('/')) };
}

/**
 * The distinct locations that a model names, read from its metadata alone: elements inside the model are jumped over. Of a
 * model that cannot be read, what was found before it broke; whoever verifies it will say so.
 */
export async function locationsIn(source: RangeSource): Promise<Set<string>> {
  const locations = new Set<string>();
  const finder = new LocationFinder(MODEL, (location) => {
    if (locations.size < MOST_LOCATIONS) locations.add(location);
  });
  const walk = new ProtobufWalk(finder, 0, source.sizeBytes, { protobufDepth: 100 });
  try {
    for (let at = 0; at < source.sizeBytes; ) {
      if (walk.skippable > 0) {
        at += walk.skippable;
        walk.skip(walk.skippable);
        continue;
      }
      const bytes = await source.read(at, Math.min(WINDOW_BYTES, source.sizeBytes - at));
      walk.feed(bytes);
      at += bytes.length;
    }
  } catch (error) {
    if (!(error instanceof Broken || error instanceof Unsettled)) throw error;
  }
  return locations;
}

/** Walks whatever may hold a tensor. */
class LocationFinder implements MessageVisitor {
  readonly #shape: MessageShape;
  readonly #take: (location: string) => void;

  constructor(shape: MessageShape, take: (location: string) => void) {
    this.#shape = shape;
    this.#take = take;
  }

  delimited(field: number): MessageVisitor | ByteSink | undefined {
    const message = this.#shape.fields[field]?.message?.();
    if (message === undefined) return undefined;
    if (this.#shape === TENSOR && field === EXTERNAL_DATA) return this.#entry();
    return message === PAIR ? undefined : new LocationFinder(message, this.#take);
  }

  #entry(): MessageVisitor {
    let key = '';
    let value = '';
    return {
      delimited: (field, length) =>
        startOfText(MOST_LOCATION_BYTES + 1, length, (text) => {
          if (field === 1) key = text;
          else value = text;
        }),
      end: () => {
        if (key === 'location') this.#take(value);
      },
    };
  }
}
