import { RENTED_PLATFORMS } from '../faults/rented-platforms.ts';
import type { Fault } from '../twins/twin.ts';
import type { Blow, Fate } from './fates.ts';
import type { Life } from './life.ts';
import { RUN, START, stamp } from './moments.ts';

export const isSpot = ({ spot, platform }: Fate): boolean =>
  spot && RENTED_PLATFORMS.some(({ name, evictsSpot }) => name === platform && evictsSpot);

/** What goes wrong in one life, each thing at its time, until the calm. */
export class Adversity {
  readonly #life: Life;
  readonly #platform: (typeof RENTED_PLATFORMS)[number];
  readonly #blows: { at: number; blow: Blow }[];
  readonly #ends: { at: number; how: () => void }[] = [];

  constructor(life: Life) {
    const platform = RENTED_PLATFORMS.find(({ name }) => name === life.fate.platform);
    if (!platform) throw new Error(`no twin of ${life.fate.platform}`);
    this.#life = life;
    this.#platform = platform;
    this.#blows = [...life.fate.blows];
  }

  /** Seconds since the run was opened. */
  get #since(): number {
    return (this.#life.now - Date.parse(START)) / 1000;
  }

  /** How the create of the first box goes. */
  firstCreate(): void {
    const { fate, twin } = this.#life;
    const { create } = fate;
    const isCreate: Fault['when'] = (request) => this.#platform.isCreated(request, YES);
    const fail = (how: Fault['how'], times = 1) => twin.server.fail({ when: isCreate, how, times });
    if (create === 'lost') fail('lost');
    if (create === 'late') fail('reset');
    if (create === 'server-error') fail({ reply: { status: 500, body: { error: 'internal' } } }, 2);
    if (create === 'refused') fail({ reply: { status: 403, body: { error: 'forbidden' } } });
  }

  /** Whatever is due by now: ends of troubles, then new ones. */
  async strike(): Promise<void> {
    const life = this.#life;
    const since = this.#since;
    if (life.isCalm) for (const { how } of this.#ends.splice(0)) how();
    for (const each of this.#ends.filter(({ at }) => at <= since)) {
      each.how();
      this.#ends.splice(this.#ends.indexOf(each), 1);
    }
    while (this.#blows[0] && this.#blows[0].at <= since) {
      const { blow } = this.#blows.shift() as { blow: Blow };
      if (life.isCalm) continue;
      life.said.push(`${stamp(life.now)} BLOW ${JSON.stringify(blow)}`);
      await this.suffer(blow);
    }
  }

  async suffer(blow: Blow): Promise<void> {
    const life = this.#life;
    const since = this.#since;
    const machine = life.books.machines.findLast((each) => life.books.exists(each));
    const until = (how: () => void) =>
      void this.#ends.push({ at: since + ('seconds' in blow ? blow.seconds : 0), how });
    const { hand, server } = life.twin;
    const box = machine?.box;
    switch (blow.what) {
      case 'kill-trainer':
        return box?.killTrainer();
      case 'kill-keeper':
        return box?.killKeeper();
      case 'reboot':
        return box?.reboot();
      case 'reset':
        return box?.reset();
      case 'full-disk':
        box?.fill();
        return until(() => void (box && Object.assign(box, { fullDisk: false })));
      case 'no-inodes':
        if (box) box.noInodes = true;
        return until(() => void (box && Object.assign(box, { noInodes: false })));
      case 'box-clock':
        if (box) box.ahead = blow.seconds;
        return;
      case 'refused':
      case 'stalled':
      case 'flaky':
      case 'slow':
        life.road.state = blow.what;
        return until(() => void Object.assign(life.road, { state: 'open' }));
      case 'remote-asleep':
        life.remote.asleep = true;
        return until(() => void Object.assign(life.remote, { asleep: false }));
      case 'remote-rejects':
        life.remote.memory.fate = () =>
          life.chance.strikes(40)
            ? life.chance.of(['lost-race', 'lost-answer', 'lost-request'] as const)
            : 'appended';
        return until(() => {
          life.remote.memory.fate = () => 'appended';
        });
      case 'rewind': {
        const taken = await life.remote.rewind(RUN, blow.events);
        // Where nothing outside of the record remembers, what it said is said no more.
        if (taken > 0 && life.fate.machines === 'forgetful') life.watcher.forget();
        return;
      }
      case 'answers-lost':
        return server.fail({ how: 'lost', times: blow.times });
      case 'api-reset':
        return server.fail({ how: 'reset', times: blow.times });
      case 'api-500':
        return server.fail({
          how: { reply: { status: 500, body: { error: 'internal' } } },
          times: blow.times,
        });
      case 'api-429':
        return server.fail({
          how: { reply: { status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '5' } } },
          times: blow.times,
        });
      case 'end-ignored':
        return server.fail({
          when: (request) => this.#platform.isDestroy(request),
          how: { reply: { ...YES, status: life.fate.platform === 'runpod' ? 204 : 200 } },
          times: blow.times,
        });
      case 'ghosts':
        return hand.lag(blow.times);
      default: {
        if (!machine) return;
        if (blow.what === 'take-away' && hand.takeAway) {
          await hand.takeAway(machine.id);
          machine.ended = true;
        } else if (
          blow.what !== 'stop' &&
          hand.evict &&
          (isSpot(life.fate) || life.fate.platform !== 'verda')
        )
          await hand.evict(machine.id);
        else if (hand.stop) {
          await hand.stop(machine.id);
          machine.box.offByHand = true;
          machine.box.halt();
        }
        life.books.settle();
      }
    }
  }
}

const YES = { status: 200, body: { code: 'Success', RetCode: 0 } };
