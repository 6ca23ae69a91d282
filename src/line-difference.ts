/** A line that is in both, only before, or only after. */
type Kind = ' ' | '-' | '+';

const CONTEXT = 2;

/**
 * What parts two texts, line by line, as `diff -u` shows it, with two lines around each change and without line numbers. Time and
 * memory grow with the product of their lines: for files that a person writes.
 */
export function lineDifference(before: string, after: string): string[] {
  const lines = marked(before.split('\n'), after.split('\n'));
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== ' ');
  return lines.flatMap(({ kind, text }, at) => {
    if (isNear(at)) return [`${kind}${text}`];
    return at > 0 && isNear(at - 1) && lines.slice(at).some((each) => each.kind !== ' ') ? ['...'] : [];
  });
}

function marked(before: readonly string[], after: readonly string[]): { kind: Kind; text: string }[] {
  const common = commonLengths(before, after);
  const lines: { kind: Kind; text: string }[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: ' ', text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      lines.push({ kind: '-', text: old });
      i += 1;
    } else {
      lines.push({ kind: '+', text: fresh ?? '' });
      j += 1;
    }
  }
  return lines;
}

const lengthAt = (common: readonly Uint32Array[], i: number, j: number): number => common[i]?.[j] ?? 0;

/** Of the longest common sequence of what stands from line i and from line j on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (!row) continue;
      row[j] =
        before[i] === after[j]
          ? 1 + lengthAt(common, i + 1, j + 1)
          : Math.max(lengthAt(common, i + 1, j), lengthAt(common, i, j + 1));
    }
  return common;
}
