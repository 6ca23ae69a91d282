/** Digests as `sha256sum` lists them. */
export interface ChecksumList {
  /** Lower-case hex by path, as the list writes it. Paths are untrusted text. */
  digests: Map<string, string>;
  /** Lines that cannot be used; none of the list may be trusted then. */
  faults: { line: number; why: string }[];
}

const LINE = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/;

/** Reads `<64 hex digits>  <path>` lines; a line that begins with a backslash has line breaks and backslashes escaped. */
export function parseChecksumList(text: string): ChecksumList {
  const list: ChecksumList = { digests: new Map(), faults: [] };
  for (const [index, raw] of text.split('\n').entries()) {
    const row = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (row === '') continue;
    const [, escaped, digest = '', name = ''] = LINE.exec(row) ?? [];
    const fault = (why: string) => list.faults.push({ line: index + 1, why });
    if (name === '') {
      fault('is no line of sha256sum: 64 hex digits, two blanks, a path');
      continue;
    }
    const path = (escaped === '\\' ? unescaped(name) : name).replace(/^(\.\/+)+/, '');
    const sha256 = digest.toLowerCase();
    const before = list.digests.get(path);
    if (before !== undefined && before !== sha256) fault('gives a second digest for the same path');
    list.digests.set(path, sha256);
  }
  if (list.digests.size === 0 && list.faults.length === 0)
    list.faults.push({ line: 1, why: 'lists nothing' });
  return list;
}

const unescaped = (name: string): string =>
  name.replace(/\\([\\nr])/g, (_all, letter: string) =>
    letter === 'n' ? '\n' : letter === 'r' ? '\r' : '\\',
  );
