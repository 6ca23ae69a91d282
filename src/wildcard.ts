/** A pattern of single parts and stars, and what it shall cover, both by their places. */
export interface Wildcards {
  /** How many parts the pattern has. */
  patterns: number;
  items: number;
  isStar(pattern: number): boolean;
  matches(pattern: number, item: number): boolean;
  /** How many items a star that ends the pattern must take; default 0. */
  lastStarLeast?: number;
}

/**
 * Whether the pattern covers every item. Going back only to the last star is enough: whatever an earlier star could still
 * give, the last one can give too. So it takes the product of both lengths at worst, where a regular expression made of a
 * hostile pattern could run for hours.
 */
export function coversAll({ patterns, items, isStar, matches, lastStarLeast = 0 }: Wildcards): boolean {
  let pattern = 0;
  let item = 0;
  let star: { pattern: number; item: number } | undefined;
  while (item < items) {
    if (pattern < patterns && isStar(pattern)) {
      if (pattern === patterns - 1) return items - item >= lastStarLeast;
      star = { pattern, item };
      pattern += 1;
    } else if (pattern < patterns && matches(pattern, item)) {
      pattern += 1;
      item += 1;
    } else if (star) {
      star.item += 1;
      pattern = star.pattern + 1;
      item = star.item;
    } else {
      return false;
    }
  }
  while (pattern < patterns && isStar(pattern)) {
    if (pattern === patterns - 1 && lastStarLeast > 0) return false;
    pattern += 1;
  }
  return pattern === patterns;
}

/** Whether a whole name is as the pattern says: `*` stands for any run of characters, `?` for one. */
export const matchesWildcard = (pattern: string, name: string): boolean =>
  coversAll({
    patterns: pattern.length,
    items: name.length,
    isStar: (at) => pattern[at] === '*',
    matches: (at, item) => pattern[at] === '?' || pattern[at] === name[item],
  });
