import type { Path } from '../strict-yaml/read.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { ownerOf } from './keys-of-others.ts';
import type { JobFile } from './schema.ts';

/** The ladder as a whole: one store a rung, none of them twice in vain. */
export function* storeRules({ parts: { store } }: Context): Generator<Finding> {
  if (store === undefined || store === 'none') return;
  const seen = new Set<string>();
  for (const [at, rung] of store.entries()) {
    const kinds = typeof rung === 'string' ? [rung] : Object.keys(rung);
    if (kinds.length !== 1) {
      const what = `\`store[${at}]\` names ${kinds.length === 0 ? 'no store' : kinds.join(' and ')}.`;
      yield stop('store-rung', ['store', at], what, 'Write one store a rung, each with a "-" of its own.');
    }
    const key = JSON.stringify(rung);
    if (seen.has(key))
      yield warn('store-twice', ['store', at], 'This store stands twice.', 'Remove one of them.');
    seen.add(key);
    yield* keysOfOthers(rung, ['store', at]);
  }
}

type Rung = Exclude<NonNullable<JobFile['store']>, 'none'>[number];

/** Whoever runs the store reads these in every request, an access key id as well; a secret key only signs and is not sent. */
function* keysOfOthers(rung: Rung, path: Path): Generator<Finding> {
  if (typeof rung === 'string') return;
  const { s3, 'hugging-face': hub } = rung;
  const named: [Path, string | undefined][] = [
    [['s3', 'access-key'], s3?.['access-key']],
    [['hugging-face', 'token'], hub?.token],
  ];
  for (const [below, name] of named) {
    const owner = name === undefined ? undefined : ownerOf(name);
    if (name === undefined || !owner) continue;
    yield stop(
      'key-of-another',
      [...path, ...below],
      `\`${below.join('.')}\` names ${name}, ${owner.is}. It would go to the store, and whoever runs that store could ${owner.could}.`,
      'Name the variable that holds a key of this store and of nothing else.',
    );
  }
}
