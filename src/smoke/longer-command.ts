import { EPOCHS, STEPS } from '../job/init/reading/option-names.ts';

const plain = (name: string): string => name.toLowerCase().replace(/^-+/, '').replaceAll(/[_.]/g, '-');
const NAMES = { steps: new Set(STEPS.names.map(plain)), epochs: new Set(EPOCHS.names.map(plain)) };

/** A run that nobody kills in the middle is started twice, and so many times as long. */
const TO_ITS_END = 4;
/** One that is killed is never longer than it takes to see it save, whatever its length. */
const UNTIL_KILLED = { times: 20, steps: 1000, epochs: 20 };

/**
 * The same command, going on for so long that it can be killed beside a checkpoint: the number of its steps or epochs is raised.
 * `undefined` where it names none that is known by its name: an option (`--max-iters 8`, `trainer.max_steps=8`) or a
 * variable (`MAX_STEPS=8`).
 */
export function longerCommand(command: string, isRunToItsEnd: boolean): string | undefined {
  let isLonger = false;
  const longer = command.replace(
    /(?<=^|[\s;&|(])(-{0,2}[A-Za-z][\w.-]*)([= ]+)(\d{1,9})(?=$|[\s;&|)])/g,
    (whole: string, name: string, between: string, digits: string) => {
      const unit = unitOf(name, between);
      if (unit === undefined) return whole;
      isLonger = true;
      const now = Number(digits);
      const more = isRunToItsEnd ? now * TO_ITS_END : Math.max(now * UNTIL_KILLED.times, UNTIL_KILLED[unit]);
      return `${name}${between}${more}`;
    },
  );
  return isLonger ? longer : undefined;
}

/** A word without dashes is an option only where a `=` follows: `MAX_STEPS=8`, `trainer.max_steps=8`. */
function unitOf(name: string, between: string): 'steps' | 'epochs' | undefined {
  if (!name.startsWith('-') && between !== '=') return;
  const known = plain(name);
  if (NAMES.steps.has(known)) return 'steps';
  if (NAMES.epochs.has(known)) return 'epochs';
  // Of a program's own: TINY_STEPS, model-epochs; and not how often it saves, logs or warms up.
  if (/save|log|eval|warm|ckpt|checkpoint|every|accum|decay|val/.test(known)) return;
  const [, word] = /-(steps|iters|iterations|epochs)$/.exec(known) ?? [];
  return word === undefined ? undefined : word === 'epochs' ? 'epochs' : 'steps';
}
