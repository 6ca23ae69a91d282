const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['d', 86_400],
  ['w', 604_800],
]);

/** `90s`, `10min`, `1.5h`, `2d` or `1w` in seconds; `undefined` for anything else. */
export function secondsOf(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d|w)$/.exec(text) ?? [];
  const factor = SECONDS.get(unit);
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
