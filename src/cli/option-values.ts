import { secondsOf } from '../duration.ts';
import { LEVELS } from '../evidence-level.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import type { OptionDefinition } from './option-definition.ts';

/** What an option's text says: a whole number, a time in seconds, one of its words, or the text as it is. */
export type OptionValue = string | number;

/** One reader for each kind of option, so that a time or a number is the same wherever it stands. */
export function readOption(definition: OptionDefinition, text: string): OptionValue | Problem {
  switch (definition.kind) {
    case 'duration':
      return duration(definition.name, text);
    case 'whole':
      return whole(definition, text);
    case 'choice':
      return choice(definition, text);
    case 'level':
      return level(definition.name, text);
    default:
      return text;
  }
}

const wrong = (name: string, what: string, next: string): Problem =>
  new Problem({ code: `bad-${name}`, kind: 'usage', what: `--${name} ${what}`, next });

function duration(name: string, text: string): number | Problem {
  const seconds = secondsOf(text.trim()) ?? 0;
  if (seconds > 0) return seconds;
  const bare = /^[1-9]\d{0,5}$/.exec(text.trim())?.[0];
  const next =
    bare === undefined
      ? 'Write a number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one.'
      : `Write its unit: --${name} ${bare}min, or ${bare}s, ${bare}h.`;
  return wrong(name, `"${shown(text)}" is no time.`, next);
}

function whole({ name, least = 0, most }: OptionDefinition, text: string): number | Problem {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= least && number <= (most ?? number)) return number;
  const bounds = most === undefined ? `${least} on` : `${least} to ${most}`;
  return wrong(
    name,
    `"${shown(text)}" is no whole number from ${bounds}.`,
    `Write digits: --${name} ${Math.max(1, least)}.`,
  );
}

function choice({ name, choices = [] }: OptionDefinition, text: string): string | Problem {
  const word = text.trim();
  if (choices.includes(word)) return word;
  const nearest = nearestOf(word, [...choices]);
  const hint = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return wrong(name, `"${shown(text)}" is none of its words.`, `${hint}Use one of: ${choices.join(', ')}.`);
}

/** Of verification, in capitals or not. A workflow's input of blanks is one that nobody filled in. */
function level(name: string, text: string): string | Problem {
  const word = text.trim().toUpperCase();
  if (word === '' || LEVELS.some((each) => each === word)) return word;
  return wrong(name, `"${shown(text)}" is no level of verification.`, `Use one of: ${LEVELS.join(', ')}.`);
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
