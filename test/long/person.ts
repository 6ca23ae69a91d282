import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import { endingOf } from '../../src/course/give-up.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { jobOf, leaseOf, openMeters, type Run } from '../../src/lease/run.ts';
import { lossesDigest } from '../../src/lease/warrant.ts';
import { Problem } from '../../src/problem.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { usdBetween } from './accounts.ts';
import { strayKey } from './issues.ts';
import type { LongWorld } from './long-world.ts';
import { HOUR } from './weather.ts';

const key = (...words: string[]): string => words.filter((word) => word !== '').join(':');

/**
 * Whoever owns the repository. They act on what they are shown, hours later, and on nothing else: what is never shown is never
 * mended.
 */
export class Person {
  readonly #world: LongWorld;
  readonly #acts = new Map<string, number>();
  #scheduleIsOn = true;

  constructor(world: LongWorld) {
    this.#world = world;
  }

  /** When they act next. */
  get nextAt(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#acts.values());
  }

  get scheduleIsOn(): boolean {
    return this.#scheduleIsOn;
  }

  /** GitHub writes a mail when it switches a schedule off. */
  mailed(): void {
    this.#scheduleIsOn = false;
    this.#plan('schedule', 8);
  }

  /** Reads what is open. */
  read(open: ReadonlySet<string>): void {
    for (const key of open) this.#plan(key, 2);
  }

  /** Is asked for a release in the workflow's environment, or by a finished run. */
  asked(run: string): void {
    this.#plan(`ask:${run}`, 1.5);
  }

  #plan(key: string, hours: number): void {
    if (this.#acts.has(key)) return;
    const { now, random } = this.#world;
    // Mostly soon, sometimes after a weekend.
    const isAway = random() < 0.07;
    this.#acts.set(key, now + HOUR * (0.1 + hours * -Math.log(1 - random()) + (isAway ? 50 * random() : 0)));
  }

  async act(): Promise<void> {
    const { now } = this.#world;
    for (const [key, at] of [...this.#acts]) {
      if (at > now) continue;
      this.#acts.delete(key);
      try {
        await this.#do(key);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#plan(key, 1);
      }
    }
  }

  async #do(key: string): Promise<void> {
    const world = this.#world;
    const [kind = '', where = '', ...rest] = key.split(':');
    if (kind === 'schedule') this.#scheduleIsOn = true;
    if (kind === 'stray') {
      const box = world.accounts.boxes.find((each) => strayKey(each) === key);
      if (box) await world.accounts.end(box, 'gone');
    }
    if (['ask', 'halted', 'stuck', 'concern', 'debt', 'clock'].includes(kind))
      await this.#lookAt(kind, await world.run(where), rest);
  }

  async #lookAt(kind: string, run: Run, [what = '', of = '']: string[]): Promise<void> {
    if (run.closed) return;
    const { accounts } = this.#world;
    const boxes = accounts.ofRun(run.id);
    // They start a stopped box in the console, to look at its files, and say nothing.
    const stopped = boxes.find(({ state }) => state === 'stopped');
    if (stopped && this.#world.random() < 0.15) {
      await accounts.startAgain(stopped);
      this.#plan(key(kind, run.id, what, of), 3);
      return;
    }
    // Whatever is shown of a run, they find that its platform refuses the key.
    for (const { platform } of run.leases) accounts.refusedKeys.delete(platform);
    if (kind === 'debt') {
      for (const box of boxes.filter(({ name }) => what === name || what.startsWith(`${name}~`)))
        await accounts.end(box, 'gone');
    }
    if (run.seal) return this.#approve(run);
    if (kind === 'halted') return this.#goOnOrGiveUp(run);
    if (kind === 'stuck') return this.#mend(run);
    const box = boxes.find(({ id }) => run.leases.some(({ name, boxId }) => name === of && boxId === id));
    if (kind !== 'concern') return;
    if (what === 'unused-held' && box) await accounts.end(box, 'gone');
    // What was never worked on nobody wants back.
    if (what === 'taken-away' && box?.attempt === 0) await accounts.end(box, 'gone');
    if (what === 'unreachable' && box) {
      // A look into the console and a restart; what ran on it is lost.
      if (box.state === 'running' && box.deafSince !== undefined) {
        box.deafSince = undefined;
        box.boots += 1;
        if (box.work.state === 'running') box.work = { ...box.work, state: 'lost', exitCode: -1 };
      }
      box.takesKey = true;
    }
    if (what === 'stopped' && box) await accounts.startAgain(box);
    if (what === 'runs-again' && box && this.#world.random() < 0.5) await accounts.end(box, 'stopped');
    if (what === 'stalled')
      for (const each of boxes)
        if (each.work.state === 'silent') each.work = { state: 'lost', since: this.#world.now, exitCode: -1 };
    if (what === 'unsealed') this.#mend(run);
  }

  #mend(run: Run): void {
    this.#world.unsealable.delete(run.id);
    for (const box of this.#world.accounts.ofRun(run.id)) box.takesKey = true;
  }

  async #approve(run: Run): Promise<void> {
    const world = this.#world;
    const lease = run.leases.findLast(
      (each) =>
        openMeters(each).length > 0 &&
        (each.started !== undefined || each.evicted !== undefined) &&
        each.verbsDone.length === 0,
    );
    if (!lease || !run.seal) return;
    const { zero } = (await plansOf(world.open(world.remote()), run))(lease);
    const request = approvalRequest(lease, 'release', run.seal.seal, zero);
    await world.say(run.id, [
      approveByPhrase(
        run,
        request,
        { typed: request.phrase, person: 'ada', via: 'environment' },
        world.clock.now(),
      ),
    ]);
  }

  async #goOnOrGiveUp(run: Run): Promise<void> {
    const world = this.#world;
    const usd = world.accounts.ofRun(run.id).reduce((sum, box) => sum + usdBetween(box, 0, world.now), 0);
    const isSpent = usd > 0.8 * (run.opened?.budget.usd ?? 0);
    const codes = [run.halted, ...run.haltedToo].map((halt) => halt?.code ?? '');
    const isHopeless = codes.some((code) => /^(over-|cells-dead|retries-used|too-many|same-)/.test(code));
    if (isSpent || isHopeless || world.random() < 0.2) return this.#giveUp(run);
    this.#mend(run);
    for (const box of world.accounts.ofRun(run.id)) {
      box.deafSince = undefined;
      if (codes.includes('box-stopped') && !box.evicted) await world.accounts.startAgain(box);
    }
    await world.say(run.id, [{ type: 'resolved', how: 'ada' }]);
  }

  async #giveUp(run: Run): Promise<void> {
    const world = this.#world;
    const lost = lossesOf(run, jobOf(run));
    const plans = await plansOf(world.open(world.remote()), run);
    const held = run.leases.filter((each) => openMeters(each).length > 0 && each.state !== 'abandoned');
    const words: EventBody[] = held.flatMap((each): EventBody[] => {
      const lease = leaseOf(run, each.name);
      const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, lost), plans(lease).zero);
      const approved = approveByPhrase(
        run,
        request,
        { typed: request.phrase, person: 'ada', via: 'environment' },
        world.clock.now(),
      );
      return [approved, { type: 'abandoned', lease: lease.name, lost }];
    });
    if (words.length > 0) return world.say(run.id, words);
    // As "gpu-lease abandon" does with a run that holds nothing.
    for (;;) {
      const ending = await endingOf(world.open(world.remote()), await world.run(run.id));
      if (ending.length === 0) return;
      await world.say(run.id, ending);
    }
  }
}
