import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEvent } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import { installation } from '../installation.ts';
import { onlyStory, stories } from '../scenarios/ledger-story.ts';
import { type Outcome, Place } from '../scenarios/run-bundle.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { awaitedPhrase, stepOfCheckpoint } from '../scenarios/whole-life.ts';
import type { Finding } from './books.ts';
import { Chance } from './chance.ts';
import type { LifeEnd } from './life.ts';
import { EmbeddedQuarters, end, type Quarters, type Strike } from './quarters.ts';

const STEPS = 60;
const MOST_COMMANDS = 25;
const BUG = 70;
const JOBS = ['plain', 'plain', 'plain', 'background', 'early', 'flood', 'code-bug'] as const;

/** What each job's command is; the trainer is `examples/tiny`, which resumes by itself. */
const COMMANDS: Record<(typeof JOBS)[number], string> = {
  plain: 'exec node train.mjs\n',
  background: 'nohup node train.mjs >/dev/null 2>&1 &\nsleep 0.2\nexit 0\n',
  early: `exec env TINY_STEPS=20 node train.mjs\n`,
  flood: 'yes | head -c 3000000\nexec node train.mjs\n',
  'code-bug': 'echo "Traceback (most recent call last):" >&2\necho "KeyError: \'lr\'" >&2\nexit 1\n',
};

/**
 * One life in processes: the program as it is installed, a box, the keeper and a trainer, each a process that gets SIGKILL; the
 * ledger a repository that is pushed back. Judged by the box's own books and files.
 */
export async function liveInProcesses(
  seed: number,
  quartersAt: (place: Place) => Promise<Quarters> | Quarters = (place) => new EmbeddedQuarters(place),
): Promise<LifeEnd> {
  const place = new Place();
  let quarters: Quarters | undefined;
  try {
    quarters = await quartersAt(place);
    const life = new ProcessLife(seed, place, quarters);
    await life.live().finally(() => life.calm());
    const { findings, commands: looks, kills, said } = life;
    return { findings, looks, kills, creates: 0, destroys: 0, story: said.join('\n') };
  } finally {
    await quarters?.end();
    await place.end();
  }
}

class ProcessLife {
  readonly place: Place;
  readonly findings: Finding[] = [];
  readonly said: string[] = [];
  readonly #quarters: Quarters;
  readonly #chance: Chance;
  readonly #job: (typeof JOBS)[number];
  readonly #approved = new Set<string>();
  /** Blows that are being dealt. */
  readonly #dealt: Promise<void>[] = [];
  /** Troubles that are not over yet. */
  readonly #troubles = new Map<Strike, NodeJS.Timeout>();
  commands = 0;
  kills = 0;
  #killsLeft: number;
  #rewinds: number;

  constructor(seed: number, place: Place, quarters: Quarters) {
    this.place = place;
    this.#quarters = quarters;
    this.#chance = new Chance(seed);
    this.#job = this.#chance.of(JOBS);
    this.#killsLeft = this.#chance.whole(0, 5);
    this.#rewinds = this.#chance.strikes(25) ? 1 : 0;
    placeTinyJob(this.place, (job) => {
      job['smoke'] = 'none';
      job['vars'] = { TINY_STEPS: STEPS, TINY_STEP_MS: 15, TINY_CKPT_EVERY: 10 };
      job['metrics']['total-steps'] = STEPS;
      job['on-finish'] = this.#chance.strikes(30) ? 'park' : 'hold';
      quarters.furnish(job);
      const start = `echo "$$" >>"$GPU_LEASE_OUT/starts.txt"\n${COMMANDS[this.#job]}`;
      writeFileSync(join(this.place.repository, 'train.sh'), start);
    });
    this.said.push(`${quarters.words}, ${this.#job}, ${this.#killsLeft} strikes, ${this.#rewinds} rewinds`);
  }

  async live(): Promise<void> {
    while (this.commands < MOST_COMMANDS) {
      if (stories(this.place).some(({ archived }) => archived)) return this.#judgeEnd();
      await this.#command();
      await this.#judgeBoxes();
    }
    this.#find('stuck', `after ${this.commands} commands: ${this.said.slice(-3).join(' | ')}`);
  }

  #find(kind: Finding['kind'], what: string): void {
    this.findings.push({ kind, what });
  }

  get #run(): Run | undefined {
    return stories(this.place)[0]?.run;
  }

  /** What a person types next, by what the record is at. */
  async #command(): Promise<void> {
    this.commands += 1;
    const run = this.#run;
    const phrase = this.#quarters.isOwn ? undefined : awaitedPhrase(this.place);
    if (run?.seal && phrase !== undefined) this.#look(run);
    const isOver = this.commands > MOST_COMMANDS - 8;
    if (isOver) await this.calm();
    // What cannot be sealed is given up by whoever has read why often enough.
    const isInVain = isOver && run !== undefined && !run.seal && phrase === undefined;
    if (run && (isInVain || (run.halted && this.commands > 8))) return this.#abandon(run);
    const words = run?.halted
      ? ['resume', run.id]
      : phrase === undefined
        ? ['run']
        : ['run', '--approve', phrase];
    if (phrase !== undefined) this.#approved.add(run?.leases.at(-1)?.name ?? '');
    const outcome = await this.#typed(words, !isOver);
    if (outcome.exitCode === 14) await this.#typed(['restore', run?.id ?? '', '--yes'], false);
  }

  async #abandon(run: Run): Promise<void> {
    const shown = await this.#typed(['abandon', run.id], false);
    if (shown.exitCode === 14) await this.#typed(['restore', run.id, '--yes'], false);
    const phrase = /to give this up, type: (.+)/.exec(shown.output)?.[1]?.trim();
    if (phrase === undefined) return;
    for (const { name } of run.leases) this.#approved.add(name);
    await this.#typed(['abandon', run.id, '--approve', phrase], false);
  }

  /** One command, and what befalls it, the box's processes or the record meanwhile. */
  async #typed(words: string[], mayKill: boolean): Promise<Outcome> {
    const running = this.place.start(words, { from: installation(), timeoutSeconds: 60 });
    const blow = mayKill && this.#killsLeft > 0 ? this.#strike(running.child.pid ?? 0) : undefined;
    const outcome = await running.ended;
    clearTimeout(blow);
    const last = outcome.output.trim().split('\n').slice(-2).join(' / ').slice(0, 300);
    this.said.push(`${words.join(' ').slice(0, 60)}: ${outcome.signal ?? outcome.exitCode}: ${last}`);
    if (outcome.exitCode === BUG)
      this.#find(
        'wrong',
        `"a bug": ${outcome.output.trim().split('\n').slice(-16).join(' / ').slice(0, 2000)}`,
      );
    if (mayKill && this.#rewinds > 0 && this.#isWorthRewinding()) this.#rewind();
    return outcome;
  }

  #strike(pid: number): NodeJS.Timeout {
    const whom = this.#chance.of(['us', 'group', 'there', 'there', 'there'] as const);
    const seconds = this.#chance.between(0.1, this.#quarters.commandSeconds);
    const ours = { us: pid, group: -pid };
    const strike: Strike =
      whom === 'there'
        ? this.#quarters.strike(this.#chance)
        : { what: `SIGKILL ${whom}`, now: () => end(ours[whom]) };
    this.#killsLeft -= 1;
    return setTimeout(() => {
      this.kills += 1;
      this.said.push(`  ${strike.what} after ${seconds.toFixed(1)} s`);
      this.#dealt.push(this.#suffer(strike));
    }, seconds * 1000);
  }

  async #suffer(strike: Strike): Promise<void> {
    const { over } = strike;
    await strike.now();
    if (over)
      this.#troubles.set(
        strike,
        setTimeout(() => void this.#endOf(strike), over.afterSeconds * 1000),
      );
  }

  async #endOf(strike: Strike): Promise<void> {
    clearTimeout(this.#troubles.get(strike));
    this.#troubles.delete(strike);
    this.said.push(`  over: ${strike.what}`);
    await strike.over?.how();
  }

  /** Every trouble is over. */
  async calm(): Promise<void> {
    await Promise.all(this.#dealt);
    for (const strike of [...this.#troubles.keys()]) await this.#endOf(strike);
  }

  /** Where nobody is asked, a sealed run is over. */
  #isWorthRewinding(): boolean {
    const [story] = stories(this.place);
    if (!story || story.archived) return false;
    const { seal, leases } = story.run;
    return this.#quarters.isOwn ? leases.some(({ state }) => state === 'running') : seal !== undefined;
  }

  /** Whoever may push takes the record back to when the box was rented. */
  #rewind(): void {
    const { run } = onlyStory(this.place);
    const ref = `refs/gpu-lease/runs/${run.id}`;
    const log = this.place.git('log', '--format=%H %s', ref).trim().split('\n');
    const found = log.find((line) => /answers|rented/.test(line));
    if (!found) return;
    this.#rewinds -= 1;
    this.place.git('update-ref', ref, found.slice(0, 40));
    this.said.push('  the record is pushed back');
  }

  /** What is approved was made by the trainer to its end, or says that it was not. */
  #look(run: Run): void {
    const file = join(run.seal?.place ?? '', 'main', 'checkpoints', 'last.safetensors');
    const step = existsSync(file) ? stepOfCheckpoint(file) : 0;
    const running = this.#quarters.processes().some(({ command }) => /node train\.mjs/.test(command));
    if (running) this.#find('wrong', 'asks for a release while the trainer runs');
    if (this.#job !== 'early' && step !== STEPS) this.#find('lost', `sealed at step ${step} of ${STEPS}`);
  }

  async #judgeBoxes(): Promise<void> {
    const training = this.#quarters.processes().filter(({ command }) => /^\S*node train\.mjs/.test(command));
    if (training.length > 1) this.#find('doubled', `${training.length} trainers at once`);
    this.findings.push(...(await this.#quarters.judge(this.#approved)));
  }

  async #judgeEnd(): Promise<void> {
    const story = onlyStory(this.place);
    const intended = story.events.flatMap((event) => (event.type === 'intended' ? [event.lease] : []));
    this.findings.push(...(await this.#quarters.judgeEnd(new Set(intended).size)));
    if (story.run.seal) this.#judgeSealed(story.run.seal.place);
    else this.#judgeKept(story.events);
  }

  #judgeSealed(place: string): void {
    const { document } = JSON.parse(readFileSync(join(place, '+evidence', 'seal.json'), 'utf8'));
    for (const { cell, path, sha256 } of document.files)
      if (hashOf(join(place, cell, path)) !== sha256) this.#find('lost', `${path} is not what was sealed`);
  }

  #judgeKept(events: readonly LedgerEvent[]): void {
    const kept = events.findLast((event) => event.type === 'kept');
    if (kept?.type !== 'kept' || !kept.in || !('dir' in kept.in)) return;
    const { dir } = kept.in;
    const held = join(dir, '..', '+kept', kept.cell);
    for (const { path, sha256 } of kept.files) {
      const here = [
        join(dir, path),
        ...(existsSync(held) ? readdirSync(held).map((name) => join(held, name)) : []),
      ];
      if (!here.some((file) => hashOf(file) === sha256))
        this.#find('lost', `the verified copy of ${path} is gone`);
    }
  }
}

function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}
