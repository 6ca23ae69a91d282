import type { Matter } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';

/** A group of an optimizer, however deep it lies, and what of it is named. */
const OF_GROUP = /(^|\.)param_groups\.[^.]+\.([^.]+)(\.|$)/;
/** Of a group; infinite is none of them on purpose. */
const RATES = ['lr', 'initial_lr', 'weight_decay', 'momentum', 'betas', 'eps'];
/** What a scheduler sets the next rate from. */
const OF_SCHEDULER = /(^|\.)(_last_lr|base_lrs)$/;
const SHOWN = 3;

/**
 * The plain numbers of a checkpoint, wherever they lie. What the next step is made with spoils every weight if it is none; of
 * other numbers nobody knows what they are for, and many libraries write NaN for "none yet" or "missing": they are told.
 */
export class PlainNumbers {
  readonly #subject: Matter;
  readonly #paths: string[] = [];
  #count = 0;
  readonly #faults = new Map<string, number>();

  constructor(subject: Matter) {
    this.#subject = subject;
  }

  /** @param path of the number, or of the list that it stands in */
  offer(path: string, value: number): void {
    if (Number.isFinite(value)) return;
    const isRate = OF_SCHEDULER.test(path) || RATES.includes(OF_GROUP.exec(path)?.[2] ?? '');
    if (isRate || (Number.isNaN(value) && OF_GROUP.test(path))) {
      if (this.#faults.size < SHOWN) this.#faults.set(path, value);
      return;
    }
    if (!Number.isNaN(value)) return;
    this.#count += 1;
    if (this.#paths.length < SHOWN) this.#paths.push(path);
  }

  /**
   * Call once, when everything has been offered.
   * @param isJudged whether another rule has its own word for the number at this path
   */
  settle(isJudged: (path: string) => boolean): void {
    const { findings, role } = this.#subject;
    // No other file has numbers under these names: a scheduler's own file holds no tensors, and is no less spoilt.
    for (const [path, value] of this.#faults)
      findings.fail(
        'L3',
        'not-a-number',
        `${quoted(path)} is no finite number, and the next step is made with it`,
        {
          found: String(value),
        },
      );
    if (!holdsTensors(role)) return;
    const told = this.#paths.filter((path) => !isJudged(path));
    const [first] = told;
    if (first === undefined) return;
    const more = this.#count - this.#paths.length + told.length;
    const what =
      more === 1
        ? `${quoted(first)} is not a number`
        : `${more} numbers are none, ${quoted(first)} among them`;
    findings.note('L3', 'not-a-number', what, { found: 'NaN' });
  }
}
