/** What stops a workflow run: a person who cancels it, or the machine under a job that is gone. */
export type Stopping = 'cancelled' | 'lost';

export type Moment = 'before' | 'within' | 'after';

/**
 * One interruption of one workflow run, at a step of a job. `step` is the path of ids, such as `watch/stage`; a step without one goes by
 * the last part of what it uses, as in `launch/upload-artifact`. It happens once.
 */
export class Interruption {
  readonly how: Stopping;
  readonly job: string;
  readonly step: string;
  readonly moment: Moment;
  /** `within`: once this is so. */
  readonly when: () => boolean;
  #happened = false;

  constructor(how: Stopping, job: string, at: { step: string; moment: Moment; when?: () => boolean }) {
    this.how = how;
    this.job = job;
    this.step = at.step;
    this.moment = at.moment;
    this.when = at.when ?? (() => true);
  }

  get happened(): boolean {
    return this.#happened;
  }

  /** From then on `cancelled()` holds for every step and job of the workflow run. */
  get isCancelled(): boolean {
    return this.#happened && this.how === 'cancelled';
  }

  /** @returns whether it happens here and now */
  meets(step: string, moment: Moment): boolean {
    if (this.#happened || step !== this.step || moment !== this.moment) return false;
    if (moment === 'within' && !this.when()) return false;
    this.#happened = true;
    return true;
  }
}
