import type { Expectation, Matter } from '../contract/format.ts';

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
    return (
      name === this.#subject.expectation.stepKey || STEP_NAMES.includes(name) || EPOCH_NAMES.includes(name)
    );
  }

  offer(name: string, value: number): void {
    if (!this.wants(name)) return;
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
    const { expectation, facts } = this.#subject;
    const step = this.#first(expectation.stepKey === undefined ? STEP_NAMES : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== undefined) facts.step = step;
    if (epoch !== undefined) facts.epoch = epoch;
    holdAgainst(this.#subject, expectation);
  }

  #first(names: readonly string[]): number | undefined {
    const name = names.find((each) => this.#seen.has(each));
    return name === undefined ? undefined : this.#seen.get(name);
  }
}

/** The file's own step and epoch against what the run's record demands. */
function holdAgainst({ findings, facts }: Matter, { step, minStep, epoch, stepKey }: Expectation): void {
  const demanded = step !== undefined || minStep !== undefined;
  if (demanded && facts.step === undefined) {
    const where = stepKey === undefined ? 'no step under any usual name' : `no step at "${stepKey}"`;
    findings.fail('L3', 'step-missing', where, {
      expected: step === undefined ? `>= ${minStep}` : String(step),
    });
  }
  if (facts.step !== undefined && step !== undefined && facts.step !== step) {
    findings.fail('L3', 'step-unexpected', 'is of another step than the run recorded', {
      expected: String(step),
      found: String(facts.step),
    });
  }
  if (facts.step !== undefined && minStep !== undefined && facts.step < minStep) {
    findings.fail('L3', 'step-behind', 'is older than what was verified before', {
      expected: `>= ${minStep}`,
      found: String(facts.step),
    });
  }
  if (epoch !== undefined && facts.epoch !== epoch) {
    findings.fail('L3', 'epoch-unexpected', 'is of another epoch than the run recorded', {
      expected: String(epoch),
      found: facts.epoch === undefined ? 'none' : String(facts.epoch),
    });
  }
}
