/**
 * A job's glob as a POSIX extended regular expression over a whole relative path, for `grep -E` in the C locale on the
 * box; `job/glob.ts` says what a glob means. Bytes are matched there and characters here, so a `?` cannot be carried over
 * exactly for names beyond ASCII:
 *
 * - `wide` matches at least what the glob matches. For listing; our side filters again with the real matcher.
 * - `narrow` matches at most what the glob matches. For deleting.
 */
export function globToEre(glob: string, bias: 'wide' | 'narrow'): string {
  const segments = glob.split('/');
  let ere = '^';
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '**') ere += isLast ? '.+' : '(.+/)?';
    else ere += segmentToEre(segment, bias) + (isLast ? '' : '/');
  }
  return `${ere}$`;
}

function segmentToEre(segment: string, bias: 'wide' | 'narrow'): string {
  const one = bias === 'wide' ? '[^/]{1,4}' : '[ -.0-~]';
  if (/^\*+$/.test(segment)) return '[^/]+';
  return segment.replace(/\[[^\]]*\]|[^[]/gu, (part) => {
    if (part === '*') return '[^/]*';
    if (part === '?') return one;
    if (part.length > 1 && part.startsWith('[')) return setToEre(part, bias, one);
    return /[\\^$.|+(){}]/.test(part) ? `\\${part}` : part;
  });
}

function setToEre(set: string, bias: 'wide' | 'narrow', one: string): string {
  const inside = set.slice(1, -1);
  const negated = inside.startsWith('!');
  // `[.`, `[:` and `[=` begin something else in POSIX, and a leading `^` negates there.
  const plain = /^[A-Za-z0-9_-]+$/.test(negated ? inside.slice(1) : inside);
  if (!negated && plain) return set;
  if (bias === 'wide') return one;
  // `(^$)x` style: matches nothing, so nothing is deleted by a pattern that could not be carried over exactly.
  return negated && plain ? `[^/${inside.slice(1)}]` : '($^)';
}
