import { type Document, isMap, isScalar, parseDocument, visit } from 'yaml';

/** A workflow or action as act understands it. */
export interface ForAct {
  text: string;
  /** What GitHub would have heeded and act will not, such as `concurrency.queue`. */
  leftOut: string[];
}

/**
 * Copies a workflow or action file for act 0.2.89, which ends with "Unknown Property" at keys that came after its schema, and
 * knows no `uses: $/path`, "from the repository and commit that this file is from".
 *
 * @param origin `owner/name@ref` of the file, which is what `$/` stands for
 */
export function forAct(text: string, origin: string): ForAct {
  const document = parseDocument(text);
  const leftOut = new Set<string>();
  for (const [holder, key] of [
    ['concurrency', 'queue'],
    ['environment', 'deployment'],
  ] as const)
    for (const map of mapsNamed(document, holder)) if (map.delete(key)) leftOut.add(`${holder}.${key}`);

  // act takes what it was started with for the checkout, but only where the step names no commit; else it wants the action itself.
  for (const map of mapsNamed(document, 'with')) if (map.delete('ref')) leftOut.add('checkout.ref');

  const [repository, ref] = origin.split('@');
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'uses' || !isScalar(value)) return;
      if (typeof value.value !== 'string' || !value.value.startsWith('$/')) return;
      value.value = `${repository}/${value.value.slice(2)}@${ref}`;
    },
  });
  return { text: document.toString({ lineWidth: 0 }), leftOut: [...leftOut] };
}

function mapsNamed(document: Document, name: string) {
  const found: { delete(key: unknown): boolean }[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === name && isMap(value)) found.push(value);
    },
  });
  return found;
}
