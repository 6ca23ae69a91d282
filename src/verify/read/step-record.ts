import type { Expectation, Matter } from '../contract/format.ts';
import type { Facts } from '../contract/verdict.ts';

/** In the order in which we believe them when a file carries several. */
const STEP_NAMES = ['global_step', 'step', 'iteration', 'iter', 'num_updates', 'current_step', 'steps'];
const EPOCH_NAMES = ['epoch', 'current_epoch', 'epochs'];

/**
 * Finds a checkpoint's step and epoch among the scalars that a format offers, and holds them against the run's record.
 * A flat file may carry one fact twice (metadata and tensor); then both must agree.
 */
export class StepRecord {
  readonly #subject: Matter;
  readonly #seen = new Map<string, number>();

  constructor(subject: Matter) {
    this.#subject = subject;
  }

  /** Whether this name would count, so that a format knows which tiny tensors to read. */
  wants(name: string): boolean {
    return this.#counts(name);
  }

  #counts(name: string): boolean {
    return (
      name === this.#subject.expectation.stepKey || STEP_NAMES.includes(name) || EPOCH_NAMES.includes(name)
    );
  }

  offer(name: string, value: number): void {
    // Ultralytics writes -1 into a file that is not for going on from.
    if (!this.#counts(name) || (value === -1 && EPOCH_NAMES.includes(name))) return;
    const { findings } = this.#subject;
    if (!Number.isFinite(value) || value < 0) {
      findings.fail('L3', 'step-not-a-count', `${name} is not a count`, { found: String(value) });
      return;
    }
    const before = this.#seen.get(name);
    if (before !== undefined && before !== value) {
      findings.fail('L3', 'step-disagrees', `${name} stands in the file twice with different values`, {
        expected: String(before),
        found: String(value),
      });
    }
    this.#seen.set(name, value);
  }

  /** Call once, when everything has been offered. */
  settle(): void {
    const { expectation, facts, findings, roleFrom } = this.#subject;
    const step = this.#first(expectation.stepKey === undefined ? STEP_NAMES : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== undefined) facts.step = step;
    if (epoch !== undefined) facts.epoch = epoch;
    // Of a set any file may say it: that is judged when all of them are known.
    if (roleFrom === 'set') return;
    for (const { code, what, ...where } of stepFaults(facts, expectation))
      findings.fail('L3', code, what, where);
  }

  #first(names: readonly string[]): number | undefined {
    const name = names.find((each) => this.#seen.has(each));
    return name === undefined ? undefined : this.#seen.get(name);
  }
}

/** What is wrong with a step. */
export interface StepFault {
  code: string;
  what: string;
  expected: string;
  found?: string;
}

/** The step and epoch that a file, or what belongs together, says of itself against what the run's record demands. */
export function stepFaults(
  facts: Pick<Facts, 'step' | 'epoch'>,
  { step, minStep, epoch, stepKey }: Expectation,
): StepFault[] {
  const faults: StepFault[] = [];
  const found = String(facts.step);
  const expected = step === undefined ? `>= ${minStep}` : String(step);
  if (facts.step === undefined && (step !== undefined || minStep !== undefined)) {
    const what = stepKey === undefined ? 'no step under any usual name' : `no step at "${stepKey}"`;
    faults.push({ code: 'step-missing', what, expected });
  }
  if (facts.step !== undefined && step !== undefined && facts.step !== step) {
    const what = 'is of another step than the run recorded';
    faults.push({ code: 'step-unexpected', what, expected: String(step), found });
  }
  if (facts.step !== undefined && minStep !== undefined && facts.step < minStep) {
    const what = 'is older than what was verified before';
    faults.push({ code: 'step-behind', what, expected: `>= ${minStep}`, found });
  }
  if (epoch !== undefined && facts.epoch !== epoch) {
    const what = 'is of another epoch than the run recorded';
    faults.push({
      code: 'epoch-unexpected',
      what,
      expected: String(epoch),
      found: String(facts.epoch ?? 'none'),
    });
  }
  return faults;
}
