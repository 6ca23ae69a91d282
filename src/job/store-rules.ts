import { type Context, type Finding, stop, warn } from './finding.ts';

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
  }
}
