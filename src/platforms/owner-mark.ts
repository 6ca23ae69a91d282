/**
 * How our names look where a platform has nothing but a name: `<lease>--gl<mark>`. Platforms with tags or labels carry the
 * two apart. The mark is `ownerMark` of src/secret/keys.ts; whether it is ours only the holder of the secret can tell.
 */
const MARKED = /^(.+)--gl([a-z2-7]{10})$/;

export const markedName = (name: string, owner: string): string => `${name}--gl${owner}`;

export function readMarkedName(text: string): { name: string; owner?: string } {
  const [, name, owner] = MARKED.exec(text) ?? [];
  return name !== undefined && owner !== undefined ? { name, owner } : { name: text };
}
