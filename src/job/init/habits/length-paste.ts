import type { PythonCall } from '../python/calls.ts';
import { placeOfArgument } from '../python/values.ts';
import { type Code, findInCode } from '../reading/code.ts';
import { environmentOption } from '../reading/environment-options.ts';
import { EPOCHS, flagNamed, STEPS } from '../reading/option-names.ts';
import type { Place } from '../repository.ts';
import type { Paste } from '../trainer.ts';

/** Variables of a short run, as a smoke sets them. */
export const SHORT_VARIABLES = { MAX_STEPS: '20', SAVE_STEPS: '5', EPOCHS: '1' } as const;

export type ShortVariable = keyof typeof SHORT_VARIABLES;

/** Where a script fixes its length in a call and has no flag for it: the argument, taken from a variable. */
export function lengthPaste(
  code: Code,
  call: PythonCall | undefined,
  wanted: readonly { argument: string; variable: ShortVariable; otherwise: string; beside?: string }[],
): Paste[] {
  if (!call || saysItsLength(code)) return [];
  const lines = wanted.flatMap(({ argument, variable, otherwise, beside }) => {
    const now = call.named.get(argument) ?? otherwise;
    // What is worked out there stays as it is.
    return /^-?[\d_]+$/.test(now)
      ? [`${argument}=int(os.environ.get("${variable}", ${now})),${beside ? ` ${beside}` : ''}`]
      : [];
  });
  if (lines.length < wanted.length) return [];
  const at = placeOfArgument(code, call, wanted[0]?.argument ?? '');
  return [{ at, why: 'so that the smoke can be short: it sets these variables', lines }];
}

const LOOP = /^[ \t]*for\s+(\w*(?:epoch|step|iter)\w*)\s+in\s+range\(([^()\n]*)\)/m;

/** The loop of a script that counts steps or epochs, as far as its bounds are plain. */
export interface CountedLoop {
  at: Place;
  name: string;
  first: string;
  last: string;
  isEpoch: boolean;
}

export function countedLoop(code: Code): CountedLoop | undefined {
  const at = findInCode(code, LOOP);
  const file = code.files.find(({ path }) => path === at?.file);
  const [, name = '', range = ''] = LOOP.exec(file?.code ?? '') ?? [];
  const bounds = range.split(',').map((each) => each.trim());
  const [first, last] = bounds.length === 1 ? ['0', bounds[0]] : bounds;
  if (!at || bounds.length > 2 || first === undefined || last === undefined) return undefined;
  if (![first, last].every((each) => /^[\w.]+$/.test(each))) return undefined;
  return { at, name, first, last, isEpoch: /epoch/i.test(name) };
}

/** Of a loop that is written by hand: its last number, taken from a variable. */
export function loopLengthPaste(code: Code): Paste[] {
  const loop = countedLoop(code);
  if (!loop || saysItsLength(code)) return [];
  const { at, name, first, last, isEpoch } = loop;
  const variable: ShortVariable = isEpoch ? 'EPOCHS' : 'MAX_STEPS';
  const taken = `int(os.environ.get("${variable}", ${last}))`;
  return [
    {
      at,
      why: 'so that the smoke can be short: it sets this variable',
      lines: [`for ${name} in range(${first === '0' ? '' : `${first}, `}${taken}):`],
    },
  ];
}

export const saysItsLength = (code: Code): boolean =>
  [STEPS, EPOCHS].some((each) => flagNamed(code.flags.all, each.names) ?? environmentOption(code, each));
