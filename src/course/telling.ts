import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import type { DueNotice } from '../lease/notice.ts';
import { claimedBy, isRepeat, targetsOf } from '../lease/notices.ts';
import type { Run } from '../lease/run.ts';
import { messageOf } from '../notify/message.ts';
import type { Outcome } from '../notify/post.ts';
import { faultOfTarget, sendTo, targetWords } from '../notify/target.ts';
import type { World } from '../world.ts';

/** Of one turn; all targets at once. A meter that is to be stopped waits no longer than that. */
const MOST_SECONDS = 20;
/** One turn tells no more: a flood is no news. */
const MOST_AT_ONCE = 10;

/**
 * Tells those whom the job names, in two turns of the loop: what is free is claimed in the record, and what this process has claimed is
 * sent. The record's compare-and-swap decides between two that look at once; a claim of one that died runs out.
 */
export class Telling {
  /** By news, what was sent: an append that was lost to another's is no reason to send again. */
  readonly #sent = new Map<string, Promise<EventBody>>();

  /** @returns events, or none where there is nothing that this process could tell */
  async perform(world: World, run: Run, due: readonly DueNotice[]): Promise<EventBody[]> {
    const mine = claimedBy(run, world.claim);
    if (mine.length > 0) return Promise.all(mine.map((each) => this.#once(world, run, each)));
    const claims = due.flatMap(({ news: { key, ...told }, to }): EventBody[] => {
      const able = to.filter((id) => isAble(world, run, id));
      return able.length > 0
        ? [{ type: 'notice-claimed', claim: world.claim, notice: key, ...told, to: able }]
        : [];
    });
    return claims.slice(0, MOST_AT_ONCE);
  }

  #once(world: World, run: Run, notice: DueNotice): Promise<EventBody> {
    const claims = notice.to.map((id) => run.notices.get(notice.news.key)?.to.get(id)?.claims ?? 0);
    const of = `${run.id} ${notice.news.key} ${claims.join(' ')}`;
    const sent = this.#sent.get(of) ?? send(world, run, notice);
    this.#sent.set(of, sent);
    return sent;
  }
}

/** Without its secret nobody is told from here; a process that has it may look later. */
function isAble(world: World, run: Run, id: string): boolean {
  const found = targetsOf(run).find((each) => each.id === id);
  return found !== undefined && faultOfTarget(found.target, world.secret) === undefined;
}

/** Said before anything is rented: the run goes on all the same. */
export function warnOfUntold({ face, secret }: World, job: Job): void {
  for (const [at, target] of (job.notices ?? []).entries()) {
    const fault = faultOfTarget(target, secret);
    if (fault !== undefined)
      face.warn(
        `${targetWords(`${target.kind}-${at + 1}`, target)} of \`notify\` is told nothing from here: ${fault}. Next: set it where this command runs; in a workflow store it as a secret and hand it on by name.`,
      );
  }
}

async function send(world: World, run: Run, { news, to }: DueNotice): Promise<EventBody> {
  const { clock, signal, face, page } = world;
  const until = new Date(clock.now().getTime() + MOST_SECONDS * 1000);
  const targets = targetsOf(run).filter(({ id }) => to.includes(id));
  const outcomes = await Promise.all(
    targets.map(async ({ id, target }) => {
      const message = messageOf(run, news, { now: clock.now(), page, repeat: isRepeat(run, news.key, id) });
      const outcome = await sendTo(target, message, world.secret, { clock, signal, until });
      say(face, targetWords(id, target), news.event, outcome);
      return { to: id, ...outcome };
    }),
  );
  return { type: 'notice-sent', claim: world.claim, notice: news.key, outcomes };
}

function say(face: World['face'], who: string, event: string, outcome: Outcome): void {
  if (outcome.taken) face.line(`told ${who}: ${event}`);
  else
    face.warn(
      `${who} was not told of "${event}": ${outcome.why}. The run is none the worse for it; a later look tries again. Next: "gpu-lease notify --test" shows what happens.`,
    );
}
