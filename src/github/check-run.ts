import { type CheckStep, checkStep, externalIdOf, type Standing } from './check-state.ts';
import type { CheckAnnotation, CheckInput, Checks } from './github.ts';

/** A record that grows faster than this is told of by whoever makes it grow. */
const MAX_ROUNDS = 4;

export interface CheckToTell extends Standing {
  title: string;
  summary: string;
  annotations?: readonly CheckAnnotation[];
}

/**
 * Tells on a commit how a run stands. Reading and writing are two calls, so another workflow run may tell something newer in
 * between and be written over: therefore the record is read again after each write, and told again when it has grown. Every
 * standing is in the record before anybody tells of it, so whoever writes last has told the newest.
 * @param current how the run stands in the ledger at this moment
 */
export async function tellCheck(
  github: Checks,
  at: { sha: string; name: string },
  current: () => Promise<CheckToTell>,
): Promise<CheckStep> {
  let standing = await current();
  for (let round = 1; ; round += 1) {
    const step = checkStep(await github.checksOf(at.sha, at.name), standing);
    const input = { ...inputOf(standing), externalId: externalIdOf(standing) };
    if (step.do === 'create') await github.createCheck({ ...at, ...input });
    if (step.do === 'update') await github.updateCheck(step.id, input);
    const now = await current();
    if (now.sequence === standing.sequence || round === MAX_ROUNDS) return step;
    standing = now;
  }
}

const inputOf = ({ conclusion, title, summary, annotations }: CheckToTell): CheckInput => ({
  status: conclusion === undefined ? 'in_progress' : 'completed',
  ...(conclusion === undefined ? {} : { conclusion }),
  title,
  summary,
  ...(annotations ? { annotations } : {}),
});
