const TAGS = [
  ['{%', '%}'],
  ['{{', '}}'],
  ['{#', '#}'],
] as const;

/**
 * Whether a text begins with a tag of Jinja, as chat templates do, whatever their names end with. Opened and closed: a single
 * flipped bit makes `{#` of the `{"` of an object.
 */
export function isTemplate(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length);
  return TAGS.some(
    ([open, close]) => text.toString('latin1', 0, 2) === open && text.includes(close, 2, 'latin1'),
  );
}
