import { z } from 'zod';
import { mapping } from '../../src/strict-yaml/mapping.ts';

const types = z.array(z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']));

const Call = mapping({
  method: z.string(),
  /** Below the host; `{}` stands for a value. */
  path: z.string(),
  /** Parameters that were sent, and whether with every call. */
  query: z.record(z.string(), mapping({ always: z.boolean() })),
  /** By place, `want.gpus[].name`. `always`: sent whenever what it stands in was sent. */
  request: z.record(
    z.string(),
    mapping({ types, always: z.boolean(), values: z.array(z.string()).optional() }),
  ),
  /**
   * By place. `types` empty: any. `needed`: without it the answer is refused. `values`: all that are understood; where they
   * are left out any text is.
   */
  reply: z.record(
    z.string(),
    mapping({ types, needed: z.boolean(), values: z.array(z.string()).optional() }),
  ),
});
export type CallUse = z.output<typeof Call>;

const Known = mapping({ kind: z.string(), call: z.string(), where: z.string(), detail: z.string() });

/**
 * What a driver uses of its platform's API, `scripts/api/uses/<platform>.json`. Nobody writes it by hand: it is what the
 * driver's own tests saw it send, and what its schemas read of the answers.
 */
export const ApiUses = mapping({
  platform: z.string(),
  /** The description that the driver was written against. */
  description: mapping({ title: z.string(), version: z.string() }),
  calls: z.array(Call),
  /** Where driver and that description differ already: known, and not reported again. */
  differs: z.array(Known),
});
export type ApiUses = z.output<typeof ApiUses>;

/** `want.gpus[].name` in its parts: `want`, `gpus`, `[]`, `name`. */
export const partsOf = (place: string): string[] =>
  place === ''
    ? []
    : place
        .replaceAll('[]', '.[]')
        .split('.')
        .filter((part) => part !== '');

/** The place below `place`; the reverse of `partsOf`. */
export const below = (place: string, part: string): string =>
  part === '[]' ? `${place}[]` : place === '' ? part : `${place}.${part}`;
