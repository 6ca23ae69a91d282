/** What we write beside the cells of a run: about the artifacts, and none of them. `+` is in no cell's name. */
const REPORTS: ReadonlySet<string> = new Set(['report.html', 'summary.md']);

/** @param path below the folder of a run */
export function isBeside(path: string): boolean {
  const [name = ''] = path.split('/', 1);
  return name.includes('+') || REPORTS.has(name);
}

/** The same by name, for other people's verifiers, which take no pattern. */
export const namesBeside = (cells: Iterable<string>): string[] => [
  '+evidence',
  '+quarantine',
  '+kept',
  '+readback',
  ...[...cells].map((cell) => `${cell}+partial`),
  ...REPORTS,
];

/** As other people's verifiers read such names: each, and everything below it. */
export const isOneOf =
  (names: readonly string[]) =>
  (path: string): boolean =>
    names.some((name) => path === name || path.startsWith(`${name}/`));
