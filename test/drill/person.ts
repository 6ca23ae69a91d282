import { approvalLines } from '../../src/approval/lines-for-approver.ts';
import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import { Keeping } from '../../src/collect/keep.ts';
import { LogKeeping } from '../../src/collect/keep-logs.ts';
import { salvage } from '../../src/course/wind-down.ts';
import { isUnused, jobOf, type Lease, leaseOf, openMeters, type Run } from '../../src/lease/run.ts';
import type { Step } from '../../src/lease/step.ts';
import { lossesDigest } from '../../src/lease/warrant.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { warrantFor } from '../platforms/warrant-for-tests.ts';
import { STEPS } from './acted-job.ts';
import type { Break } from './breaks.ts';
import { profileOf } from './ground.ts';
import type { Life, Seen } from './life.ts';
import { RUN } from './moments.ts';
import { Mortal } from './mortal.ts';

const HOUR = 3600;

/** Whoever is told: does what the message says, sooner or later, and gives up in the end. */
export class Person {
  readonly #life: Life;
  readonly #break: Break | undefined;
  #resumes = 0;
  #inVain = 0;
  #unseenSince: number | undefined;

  constructor(life: Life, breaks: Break | undefined) {
    this.#life = life;
    this.#break = breaks;
  }

  async react(seen: Seen): Promise<void> {
    const { run, problem, waitingFor } = seen;
    if (!run || run.closed || seen.killed) return;
    // Where nobody has a longer record there is the console.
    if (problem?.code === 'history-rewritten')
      return (await this.#restore()) ? undefined : this.#endInConsole(run, () => true);
    if (problem?.code === 'approval-expired') return this.#sayAgain(run);
    if (problem && /elsewhere/.test(problem.code)) return this.#goThere();
    if (waitingFor?.do === 'ask') return this.#approve(run, waitingFor);
    if (run.leases.some((lease) => openMeters(lease).some(({ owed }) => owed)))
      return this.#endInConsole(run, (lease) => openMeters(lease).some(({ owed }) => owed));
    if (run.halted) return this.#decide(run, run.halted.code);
    await this.#loseHeart(seen, run);
  }

  async #loseHeart({ problem }: Seen, run: Run): Promise<void> {
    const life = this.#life;
    if (problem && !['unreachable', 'clock-off'].includes(problem.code) && problem.kind !== 'ledger')
      this.#inVain += 1;
    else this.#inVain = 0;
    const isLost = run.leases.some(({ unreached }) => unreached);
    this.#unseenSince = isLost ? (this.#unseenSince ?? life.now) : undefined;
    const isLongLost = this.#unseenSince !== undefined && life.now - this.#unseenSince > 14 * HOUR * 1000;
    const stalls = [...run.cells.values()].some(({ stalledSince }) => stalledSince !== undefined);
    if (life.isOverdue || this.#inVain > 6 || isLongLost || (stalls && life.chance.strikes(30)))
      await this.abandon(run);
  }

  /** Looks at what is shown, and says yes after a while. */
  async #approve(run: Run, asked: Extract<Step, { do: 'ask' }>): Promise<void> {
    const life = this.#life;
    if (!life.isCalm && life.chance.strikes(30)) return life.clock.pass(life.chance.between(600, 6 * HOUR));
    const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
    const lines = (await approvalLines(world, run, asked)).join('\n');
    const machine = life.books.machines.findLast((each) => each.lease === asked.lease);
    const { box } = machine ?? {};
    if (box?.isTraining) life.books.find('wrong', `asks to release ${asked.lease} while it trains`);
    const isShort = box && !box.isDestroyed && box.hasWorked && life.books.furthest < STEPS;
    if (isShort && !/LOOK AT THIS/.test(lines))
      life.books.find(
        'wrong',
        `asks to release ${asked.lease} at step ${box.step} of ${STEPS} without a word of it`,
      );
    const lease = leaseOf(run, asked.lease);
    const { zero } = (await plansOf(world, run))(lease);
    const request = approvalRequest(lease, 'release', asked.seal, zero);
    if (!this.#break?.isDeaf) life.books.said(asked.lease, 'release');
    if (run.seal) life.books.approvedWith(asked.lease, run.seal.place);
    await life.say(
      [
        approveByPhrase(
          run,
          request,
          { typed: request.phrase, person: 'ada', via: 'phrase' },
          life.clock.now(),
        ),
      ],
      'ada',
    );
  }

  async #decide(run: Run, code: string): Promise<void> {
    const life = this.#life;
    if (!life.isCalm && life.chance.strikes(40)) return life.clock.pass(life.chance.between(600, 5 * HOUR));
    // The console shows what the record does not know: it is not all there was.
    const isShort = life.books.machines.some(
      (each) => life.books.exists(each) && !run.leases.some(({ name }) => name === each.lease),
    );
    if (code === 'not-vouched' && isShort && (await this.#restore())) return;
    if (code === 'box-stopped' && !(await life.startInConsole())) return this.abandon(run);
    if (/^over-/.test(code) || this.#resumes > 4 || life.isOverdue) return this.abandon(run);
    this.#resumes += 1;
    if (code === 'kept-elsewhere' || code === 'cannot-resume') life.books.mayRepeat = true;
    await life.say([{ type: 'resolved', how: 'gpu-lease resume by ada' }], 'ada');
    life.resumed = true;
  }

  /** Puts back the longest record that anybody has and that says more or something else. @returns whether there was one */
  async #restore(): Promise<boolean> {
    const life = this.#life;
    const present = await life.remote.memory.text(RUN);
    const copies = [...life.stations.flatMap(({ memory }) => memory.get(RUN)?.text ?? []), life.copy ?? ''];
    const [longest] = copies.filter((text) => !present.startsWith(text)).sort((a, b) => b.length - a.length);
    if (longest === undefined) return false;
    // `--over`: what was written since on a record that had been taken back is dropped by name.
    if (!longest.startsWith(present)) {
      life.watcher.forget();
      life.books.mayRepeat = true;
    }
    await life.remote.memory.restore(RUN, longest);
    // Who had seen another one is told to forget it.
    for (const { memory } of life.stations) {
      const known = memory.get(RUN);
      if (known && !longest.startsWith(known.text)) memory.delete(RUN);
    }
    if (life.copy !== undefined && !longest.startsWith(life.copy)) life.copy = longest;
    life.said.push('    ada: restore');
    return true;
  }

  #goThere(): void {
    this.#life.at = 1 - this.#life.at;
    this.#life.said.push(`    ada: goes to ${this.#life.station.name}`);
  }

  /** Ends by hand what the platform does not end. */
  async #endInConsole(run: Run, isMeant: (lease: Lease) => boolean): Promise<void> {
    const life = this.#life;
    if (life.chance.strikes(50) && !life.isOverdue) return;
    const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
    for (const lease of run.leases.filter((each) => isMeant(each) && each.boxId !== undefined)) {
      const driver = await world.driver(lease.intent);
      const { zero } = (await plansOf(world, run))(lease);
      life.books.said(lease.name, 'abandon');
      for (const { verb } of zero)
        await driver.carryOut(warrantFor(lease.boxId ?? '', verb), lease.boxId ?? '', verb).catch(() => {});
    }
    // What no record knows, and what the console shows.
    for (const { id, lease } of life.books.machines.filter((each) => life.books.exists(each))) {
      if (run.leases.some(({ name, boxId }) => name === lease && boxId !== undefined)) continue;
      const driver = await world.driver({ platform: life.fate.platform });
      const { verbs } = profileOf(life.fate.platform);
      life.books.said(lease, 'abandon');
      for (const end of ['stop', 'release'])
        for (const { id: verb } of verbs.filter(({ event }) => event === end))
          await driver.carryOut(warrantFor(id, verb), id, verb).catch(() => {});
    }
    life.said.push('    ada: ends it in the console');
  }

  /** As `gpu-lease abandon`: what can be saved is saved, then the boxes are given up by name. */
  async abandon(run: Run): Promise<void> {
    const life = this.#life;
    if (run.seal || run.leases.some(({ state }) => state === 'abandoned')) return;
    const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
    const held = (of: Run) =>
      of.leases.filter((each) => openMeters(each).length > 0 && !each.boxGone && !isUnused(each));
    for (const lease of held(run)) {
      const kept = await salvage(
        { keeping: new Keeping(), logs: new LogKeeping() },
        { world, run, lease, job: jobOf(run) },
      );
      if (kept.length > 0) await life.say(kept, 'ada');
    }
    const { run: now } = await life.seen();
    if (!now) return;
    const lost = lossesOf(now, jobOf(now));
    for (const lease of held(now)) {
      const { zero } = (await plansOf(world, now))(lease);
      const request = approvalRequest(lease, 'abandon', lossesDigest(now.id, lost), zero);
      if (!this.#break?.isDeaf) life.books.said(lease.name, 'abandon');
      const approved = approveByPhrase(
        now,
        request,
        { typed: request.phrase, person: 'ada', via: 'phrase' },
        life.clock.now(),
      );
      await life.say([approved, { type: 'abandoned', lease: lease.name, lost }], 'ada');
    }
    if (held(now).length === 0) await this.#closeEmpty(world, now);
  }

  /** As `gpu-lease abandon` or `release`, asked once more. */
  async #sayAgain(run: Run): Promise<void> {
    const life = this.#life;
    const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
    for (const lease of run.leases.filter(({ state }) => state === 'abandoned')) {
      if (openMeters(lease).length === 0) continue;
      const { zero } = (await plansOf(world, run))(lease);
      const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, lease.lost), zero);
      const approved = approveByPhrase(
        run,
        request,
        { typed: request.phrase, person: 'ada', via: 'phrase' },
        life.clock.now(),
      );
      await life.say([approved], 'ada');
    }
  }

  /** A run that holds nothing is closed by whoever gives it up. */
  async #closeEmpty(world: Awaited<ReturnType<Life['world']>>, run: Run): Promise<void> {
    const { endingOf } = await import('../../src/course/give-up.ts');
    const ending = await endingOf(world, run).catch(() => []);
    if (ending.length > 0) await this.#life.say(ending, 'ada');
  }
}
