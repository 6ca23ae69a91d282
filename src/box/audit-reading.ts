/** What `audit.sh` said, not yet judged. Every value is a stranger's word; keys are those that it said. */
export interface AuditReading {
  /** The last word on `name`, or `undefined`. */
  value(name: string): string | undefined;
  values(name: string): string[];
  lines(name: string): string[];
  number(name: string): number | undefined;
}

const MAX_LINES = 20_000;

/** @returns `undefined` when the answer is not whole */
export function readAudit(text: string): AuditReading | undefined {
  const all = text.split('\n');
  const begin = all.lastIndexOf('GPU-LEASE audit 1');
  if (begin < 0 || !all.includes('GPU-LEASE audited', begin) || all.length > MAX_LINES) return undefined;
  const values = new Map<string, string[]>();
  const lines = new Map<string, string[]>();
  for (const line of all.slice(begin + 1)) {
    const [, kind, name, rest] = /^([KL]) ([a-z.]{1,40}) (.*)$/s.exec(line) ?? [];
    if (name === undefined || rest === undefined) continue;
    const into = kind === 'K' ? values : lines;
    into.set(name, [...(into.get(name) ?? []), rest]);
  }
  return {
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    lines: (name) => lines.get(name) ?? [],
    number: (name) => wholeNumber(values.get(name)?.at(-1)),
  };
}

/** Digits alone; "max", "N/A" and nothing are not a number, and not zero. */
export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text.trim())) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
