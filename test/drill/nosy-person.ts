import { computing, type Lease } from '../../src/lease/run.ts';
import { Chance } from './chance.ts';
import type { Life, Seen } from './life.ts';

/** A stopped box is looked at so often. Seconds. */
const RECHECK = 1800;
/** So many looks long nobody else decides about the box. */
const LOOKS = 6;

/**
 * Somebody with the console, who starts a stopped box to look at its files and tells nobody. They have dice of their own: the
 * lives of seeds that once found something stay what they were.
 */
export class NosyPerson {
  readonly #life: Life;
  readonly #chance: Chance;
  #isThere: boolean;
  #looks = 0;
  #started: { lease: string; at: number } | undefined;

  constructor(life: Life) {
    this.#life = life;
    this.#chance = new Chance(life.fate.seed + 264_003);
    this.#isThere = this.#chance.strikes(50);
  }

  /** @returns whether they are at the box: whoever decides about it leaves them to it for a while */
  async react({ run, killed }: Seen): Promise<boolean> {
    const life = this.#life;
    if (this.#looks > 0) {
      this.#looks -= 1;
      return this.#looks > 0;
    }
    if (!this.#isThere || !run || run.closed || killed || !life.twin.hand.start) return false;
    const lease = run.leases.findLast(({ state }) => state === 'parked');
    if (!lease || !isOff(lease) || !this.#chance.strikes(60)) return false;
    const machine = life.books.machines.findLast((each) => life.books.exists(each));
    if (machine?.lease !== lease.name || !(await life.startInConsole())) return false;
    this.#isThere = false;
    this.#looks = LOOKS;
    this.#started = { lease: lease.name, at: life.now };
    life.said.push(`    somebody starts ${lease.name} in the console`);
    return true;
  }

  /** What they did has to be seen by whoever looks half an hour later, and told. */
  judge({ run, blind, killed, problem }: Seen): void {
    const life = this.#life;
    const { books } = life;
    const started = this.#started;
    const lease = run?.leases.find(({ name }) => name === started?.lease);
    if (!started || !run || !lease || run.closed || lease.verbsDone.length > 0) return;
    const machine = books.machines.findLast((each) => each.lease === started.lease);
    if (!machine || !books.computes(machine) || !isOff(lease)) {
      this.#started = undefined;
      return;
    }
    const seconds = (life.now - started.at) / 1000;
    // Whose calls fail hears of nothing, and says that.
    const isDeaf = life.fate.blows.some(({ blow }) => /^(?:answers|api|ghosts|remote)/.test(blow.what));
    if (blind || killed || problem || isDeaf || seconds < 2 * RECHECK) return;
    this.#started = undefined;
    books.find('unseen', `${lease.name} was started in the console, and nobody was told`, seconds / 3600);
  }
}

/** In the record it computes nothing. */
const isOff = (lease: Lease): boolean => computing(lease).every(({ stoppedAt }) => stoppedAt !== undefined);
