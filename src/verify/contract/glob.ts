/**
 * Whether a name matches a pattern: `*` stands for any run of characters, `?` for one. Works in steps bounded by the
 * product of both lengths; a regular expression made from the pattern could be driven to run for hours by a name.
 */
export function globMatches(pattern: string, name: string): boolean {
  let at = 0;
  let retryPattern = -1;
  let retryName = 0;
  let p = 0;
  while (at < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      retryPattern = ++p;
      retryName = at;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[at])) {
      p += 1;
      at += 1;
    } else if (retryPattern >= 0) {
      p = retryPattern;
      at = ++retryName;
    } else {
      return false;
    }
  }
  while (p < pattern.length && pattern[p] === '*') p += 1;
  return p === pattern.length;
}
