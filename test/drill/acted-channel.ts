import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Channel, type ExecOptions, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import type { Clock } from '../../src/clock.ts';
import type { ActedBox, Answer } from './acted-box.ts';
import type { Chance } from './chance.ts';
import type { Mortal } from './mortal.ts';

/** The road to a box, as it is at this moment. */
export interface Road {
  /** `refused` and `stalled` last; a `flaky` one breaks now and then; a `slow` one takes its time. */
  state: 'open' | 'refused' | 'stalled' | 'flaky' | 'slow';
}

const STALL_SECONDS = 30;
const SLOW_SECONDS = 4;
const FLAKY_PERCENT = 12;

/** What a look at a box finds that the drill rents: taken once from the real program, on a machine with one such card. */
export type AuditAnswer = (argv: readonly string[]) => Answer | undefined;

/** One process's connection to an acted box. */
export class ActedChannel implements Channel {
  readonly hostKeySha256: string;
  readonly #box: ActedBox;
  readonly #road: Road;
  readonly #chance: Chance;
  readonly #clock: Clock;
  readonly #audit: AuditAnswer;
  readonly #mortal: Mortal;

  constructor(of: {
    box: ActedBox;
    road: Road;
    chance: Chance;
    clock: Clock;
    mortal: Mortal;
    audit: AuditAnswer;
    hostKey: string;
  }) {
    this.#box = of.box;
    this.#road = of.road;
    this.#chance = of.chance;
    this.#clock = of.clock;
    this.#audit = of.audit;
    this.#mortal = of.mortal;
    this.hostKeySha256 = of.hostKey;
  }

  async exec(argv: readonly [string, ...string[]], options: ExecOptions = {}) {
    const { exitCode, stdout, stderr } = await this.#answer(argv, options);
    return { exitCode, stdout: stdout.toString('utf8'), stderr, truncated: false };
  }

  async stream(
    argv: readonly [string, ...string[]],
    sink: (chunk: Uint8Array) => void | Promise<void>,
    options: Omit<ExecOptions, 'maxOutputBytes'> = {},
  ) {
    const { exitCode, stdout, stderr } = await this.#answer(argv, options);
    const cut = this.#breaks() ? Math.floor(stdout.length / 2) : stdout.length;
    if (cut > 0) await sink(stdout.subarray(0, cut));
    if (cut < stdout.length) throw new TransportFailed('the connection was reset', 'reset');
    return { exitCode, stderr, bytes: stdout.length };
  }

  async put(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, mode = 0o644): Promise<void> {
    await this.#cross();
    const bytes = data instanceof Uint8Array ? data : await buffer(data);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.put`, bytes, { mode });
    renameSync(`${path}.put`, path);
  }

  async get(
    path: string,
    offset: number,
    length: number,
    sink: (chunk: Uint8Array) => void | Promise<void>,
  ): Promise<void> {
    await this.#cross();
    const file = openOr(path);
    const bytes = Buffer.alloc(length);
    const got = file === undefined ? 0 : readSync(file, bytes, 0, length, offset);
    if (file !== undefined) closeSync(file);
    const cut = this.#breaks() ? Math.floor(got / 2) : got;
    if (cut > 0) await sink(bytes.subarray(0, cut));
    if (cut < length) throw new TransportFailed(`${cut} of ${length} bytes`, 'short');
  }

  async close(): Promise<void> {}

  async #answer(argv: readonly string[], { stdin }: ExecOptions): Promise<Answer> {
    await this.#cross();
    const audited = this.#audit(argv);
    if (audited) return audited;
    const given =
      stdin === undefined
        ? Buffer.alloc(0)
        : Buffer.from(stdin instanceof Uint8Array ? stdin : await buffer(stdin));
    const answer = await this.#box.exec(argv, given);
    this.#mortal.point('done on the box');
    // Done, and nobody hears of it.
    if (this.#breaks()) throw new TransportFailed('the connection was reset', 'reset');
    return answer;
  }

  #breaks = (): boolean => this.#road.state === 'flaky' && this.#chance.strikes(FLAKY_PERCENT);

  async #cross(): Promise<void> {
    this.#mortal.point('to the box');
    const { state } = this.#road;
    if (!this.#box.up || state === 'refused') throw new TransportFailed('connect ECONNREFUSED', 'refused');
    if (state === 'stalled') {
      await this.#clock.sleep(STALL_SECONDS);
      throw new TransportFailed(`nothing came for ${STALL_SECONDS} s`, 'timeout');
    }
    if (state === 'slow') await this.#clock.sleep(SLOW_SECONDS);
    if (this.#breaks()) throw new TransportFailed('the connection was reset', 'reset');
    if (!this.#box.takesKey) throw new LoginRefused('publickey');
  }
}

function openOr(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return;
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
