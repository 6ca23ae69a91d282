import { allOf, numbersIn, type Said, type Sees } from './over-lines.ts';

/** Memory of the process as a training prints it, in GiB or GB. */
const resident = (text: string): Said[] =>
  numbersIn(text, /\b(?:rss|ram|resident|host memory)\b[ :=]{1,3}(\d{1,5}(?:\.\d{1,4})?) ?G(?:i?B)?\b/gi);

const KILLED = /^Killed\s{0,4}$|oom[-_]kill(?:er)?\b[^\n]{0,60}[1-9]|killed by signal: Killed/m;

/** F-M09: it grows from each epoch to the next, until a kill. */
export const growsUntilKilled: Sees = (text) => {
  const values = resident(text);
  const grows = values.every(({ value }, i) => i === 0 || value > 1.04 * (values[i - 1]?.value ?? 0));
  return values.length >= 4 && grows && KILLED.test(text) ? (values.at(-1)?.at ?? -1) : -1;
};

/** F-M10: three times as much from one line to the next, and that one is of a validation. */
export const leapsAtValidation: Sees = (text) => {
  const values = resident(text);
  const leap = values.find(({ value }, i) => i > 0 && value > 3 * (values[i - 1]?.value ?? Number.NaN));
  if (!leap) return -1;
  const line = text.slice(text.lastIndexOf('\n', leap.at) + 1, leap.at + 200).split('\n')[0] ?? '';
  return /\b(?:val|valid|validation|eval|evaluation|test)\b/i.test(line) ? leap.at : -1;
};

/** F-M14: a load of hundreds, and our own counter still. */
export const othersOnHost = allOf(/load average: \d{3,5}\.\d/, /^oom_kill 0$/m);

/** F-P08: what `sstat` shows comes near to what was asked for. KiB and GiB. */
export const creepsToItsLimit: Sees = (text) => {
  const [asked] = numbersIn(text, /\b(?:ReqMem|mem)[= ](\d{1,5})G/g);
  const last = numbersIn(text, /\b(\d{5,12})K\b/g).at(-1);
  return asked && last && last.value > 0.85 * asked.value * 1024 * 1024 ? last.at : -1;
};
