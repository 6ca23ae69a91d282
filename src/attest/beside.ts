/** What we write beside the cells of a run: about the artifacts, and none of them. `+` is in no cell's name. */
const REPORTS: ReadonlySet<string> = new Set(['report.html', 'summary.md']);

/** @param name directly below the folder of a run */
export const isBeside = (name: string): boolean => name.includes('+') || REPORTS.has(name);

/** The same by name, for other people's verifiers, which take no pattern. */
export const namesBeside = (cells: Iterable<string>): string[] => [
  '+evidence',
  '+quarantine',
  '+kept',
  '+readback',
  ...[...cells].map((cell) => `${cell}+partial`),
  ...REPORTS,
];
