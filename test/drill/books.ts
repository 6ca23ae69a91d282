import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEvent } from '../../src/lease/events.ts';
import type { Hand, RentedPlatform } from '../faults/rented-platforms.ts';
import type { Billing } from '../twins/billing.ts';
import type { Twin, TwinReply, TwinRequest } from '../twins/twin.ts';
import type { ActedBox } from './acted-box.ts';
import { sha256Of } from './acted-channel.ts';
import { STEPS, stepIn } from './acted-job.ts';

export const KINDS = ['lost', 'doubled', 'unwarranted', 'unseen', 'stuck', 'wrong'] as const;
export type FindingKind = (typeof KINDS)[number];

export interface Finding {
  kind: FindingKind;
  what: string;
  /** For `unseen`. */
  usd?: number;
}

/** A machine as its platform has it. */
export interface Machine {
  id: string;
  lease: string;
  box: ActedBox;
  /** Its platform took the order to destroy it; it may be shown and charged for a while yet. */
  ended: boolean;
}

/** What a person said, as they said it: no record is asked for it. */
interface Word {
  lease: string;
  goal: 'release' | 'abandon' | 'standing';
  at: number;
}

/** Copies that were called verified: they have to be there for whoever comes back for them. */
interface Claim {
  step: number;
  dir: string;
  sha256: string;
}

/**
 * Judges a life from outside of the product: by what its platform created, destroyed and charged, by what the boxes have on their
 * disks and by what people said. The record is read for what it claims, never for what is so.
 */
export class Books {
  readonly findings: Finding[] = [];
  readonly machines: Machine[] = [];
  readonly words: Word[] = [];
  /** The step that the work has come to anywhere. */
  furthest = 0;
  creates = 0;
  destroys = 0;
  /** Newest copy that the record calls verified. */
  claim: Claim | undefined;
  /** A person said that work may be done again. */
  mayRepeat = false;
  readonly #platform: RentedPlatform;
  readonly #billing: Billing;
  readonly #billed: () => string[];
  readonly #now: () => number;
  readonly #newBox: (lease: string) => ActedBox;

  constructor(of: {
    platform: RentedPlatform;
    started: { server: Twin; billing: Billing; billed(): string[]; hand: Hand };
    now: () => number;
    newBox: (lease: string) => ActedBox;
  }) {
    this.#platform = of.platform;
    this.#billing = of.started.billing;
    this.#billed = of.started.billed;
    this.#now = of.now;
    this.#newBox = of.newBox;
  }

  find(kind: FindingKind, what: string, usd?: number): void {
    if (this.findings.some((each) => each.kind === kind && each.what === what)) return;
    this.findings.push({ kind, what, ...(usd !== undefined && { usd }) });
  }

  /** Every call that came in, before it had its effect. */
  asked(request: TwinRequest): void {
    if (!this.#platform.isDestroy(request)) return;
    for (const machine of this.#meantBy(request)) this.#destroyed(machine);
  }

  #meantBy(request: TwinRequest): Machine[] {
    const text = `${request.path} ${request.bytes.toString('utf8')} ${request.query}`;
    return this.machines.filter(({ id }) => text.includes(id));
  }

  /** Every call after it had its effect. */
  answered(request: TwinRequest, reply: TwinReply): void {
    if (this.#platform.isCreated(request, reply)) this.#created(this.#platform.idOf(reply));
    if (this.#platform.isDestroy(request) && this.#platform.isEnd(request, reply))
      for (const machine of this.#meantBy(request)) machine.ended = true;
    this.settle();
  }

  #created(id: string): void {
    this.creates += 1;
    const known = new Set(this.machines.map((machine) => machine.id));
    if (known.has(id) || id === '') throw new Error(`the drill cannot tell which machine was made: ${id}`);
    const names = this.#billed().map((name) => this.#platform.leaseOf(name));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, count] of counts)
      if (count > 1) this.find('doubled', `${count} machines of ${name} are paid for at once`);
    // Its name is the one that has more machines now than we know.
    const lease = names.find(
      (name) =>
        (counts.get(name) ?? 0) >
        this.machines.filter((each) => each.lease === name && this.exists(each)).length,
    );
    this.machines.push({
      id,
      lease: lease ?? names.at(-1) ?? '?',
      box: this.#newBox(lease ?? '?'),
      ended: false,
    });
  }

  /** A box that is stopped may cost nothing and be there all the same. */
  exists = (machine: Machine): boolean => !machine.ended || this.#isCharged(machine);

  #isCharged = ({ id }: Machine): boolean =>
    this.#billing.running().some((line) => line.split(' ')[0] === id);

  /** Computes at the platform: what is only stopped has a disk alone. */
  computes = ({ id }: Machine): boolean =>
    this.#billing.running().some((line) => line.startsWith(`${id} `) && !/disk|storage|volume/.test(line));

  /** The boxes follow what their platform does with them. */
  settle(): void {
    for (const machine of this.machines) {
      const { box } = machine;
      if (!box.isDestroyed) this.furthest = Math.max(this.furthest, box.step);
      if (!this.exists(machine)) box.destroy();
      else if (!this.computes(machine)) box.halt();
      else if (!box.up && !box.offByHand) box.boot();
    }
    const training = this.machines.filter(({ box }) => box.isTraining);
    if (training.length > 1)
      this.find('doubled', `${training.map(({ lease }) => lease).join(' and ')} train at once`);
  }

  said(lease: string, goal: Word['goal']): void {
    this.words.push({ lease, goal, at: this.#now() });
  }

  #destroyed(machine: Machine): void {
    const { box, lease } = machine;
    if (machine.ended || machine.box.isDestroyed) return;
    this.destroys += 1;
    if (!box.hasWorked) return;
    const word = this.words.find((each) => each.goal !== 'standing' && each.lease === lease);
    const ahead = this.words.find((each) => each.goal === 'standing');
    if (!word && !ahead) {
      this.find('unwarranted', `${lease} was destroyed at step ${box.step}, and nobody had said so`);
      return;
    }
    if (word?.goal === 'abandon') return;
    if (box.isTraining)
      this.find('unwarranted', `${lease} was released while it trained, at step ${box.step}`);
    // The box may have come to its end since the books were last brought up to date.
    const furthest = Math.max(this.furthest, box.step);
    if (!word && furthest < STEPS)
      this.find(
        'unwarranted',
        `${lease} was released in advance, and the work had come to step ${furthest} of ${STEPS}`,
      );
  }

  /** What was sealed is compared with the box before it is gone; called when a person or a program approves. */
  approvedWith(lease: string, sealedDir: string): void {
    const machine = this.machines.findLast((each) => each.lease === lease);
    if (!machine?.box.hasWorked) return;
    const sealed = stepIn(join(sealedDir, 'main/checkpoints/last.safetensors'));
    const newest = machine.box.isDestroyed ? 0 : machine.box.step;
    if ((sealed ?? 0) < newest)
      this.find(
        'lost',
        `step ${newest} was computed, and ${sealed === undefined ? 'nothing that loads' : `step ${sealed}`} was sealed`,
      );
  }

  /** Follows what the record says it holds. */
  heard(events: readonly LedgerEvent[]): void {
    const kept = events.findLast((event) => event.type === 'kept' && event.step !== undefined);
    if (kept?.type !== 'kept') return;
    const file = kept.files.find(({ path }) => path.endsWith('last.safetensors'));
    if (!file || !kept.in || !('dir' in kept.in)) return;
    this.claim = { step: kept.step ?? 0, dir: kept.in.dir, sha256: file.sha256 };
  }

  /** A start that did not go on from what was verified repeats what was paid for. */
  judgeStarts(verifiedAt: (at: number) => number, isNaive: boolean): void {
    const starts = this.machines.flatMap(({ box }) => box.starts.map((start) => ({ ...start, box })));
    starts.sort((a, b) => a.at - b.at);
    for (const start of starts) {
      const verified = verifiedAt(start.at);
      if (start.from >= verified || this.mayRepeat) continue;
      // A trainer that publishes half files may break its own anchor; nobody else can know.
      if (isNaive && start.attempt > 1) continue;
      this.find(
        'lost',
        `attempt ${start.attempt} on ${start.lease} began at step ${start.from}; step ${verified} was verified`,
      );
    }
  }

  /** At the end: what was called verified can still be loaded. */
  judgeClaims(sealedDir: string | undefined): void {
    const { claim } = this;
    const isAt = (dir: string): boolean => {
      const named = join(dir, 'checkpoints/last.safetensors');
      // A record that was put back claims an older copy than the one that has taken its place since.
      if (claim && (stepIn(named) ?? -1) >= claim.step) return true;
      const held = join(dir, '..', '+kept', 'main', claim?.sha256 ?? '');
      return [named, held].some((file) => existsSync(file) && sha256Of(readFileSync(file)) === claim?.sha256);
    };
    const sealed =
      sealedDir === undefined ? undefined : stepIn(join(sealedDir, 'main/checkpoints/last.safetensors'));
    if (sealedDir !== undefined && sealed === undefined && claim)
      this.find('lost', `the sealed checkpoint in ${sealedDir} does not load`);
    if (!claim || (sealed !== undefined && sealed >= claim.step)) return;
    if (!isAt(claim.dir))
      this.find('lost', `the verified copy of step ${claim.step} is no longer in ${claim.dir}`);
  }

  /** Everything that the platform charges for now and that is ours. */
  left(): string[] {
    return this.#billing.running();
  }

  usd(): number {
    return this.#billing.invoice();
  }
}
