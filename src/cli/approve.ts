import { approveInAdvance } from '../approval/approve-in-advance.ts';
import { standingTerms } from '../approval/standing-terms.ts';
import { onlyOpenRun, readRun } from '../course/find-run.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { givenOf } from './given-approval.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** A word in advance for a run that goes on; the release itself is approved by `release`. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const about = givenOf(settings);
  if (about.inAdvance === undefined) {
    throw new Problem({
      code: 'approve-what',
      kind: 'usage',
      what: 'Nothing says what is approved.',
      next: 'In advance: "gpu-lease approve RUN --standing L2". A sealed run: "gpu-lease release RUN", which shows its phrase.',
    });
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const id = settings.value('run') ?? (await onlyOpenRun(ledger));
    const run = await readRun(ledger, id);
    const given = await approveInAdvance(world, about, run);
    if (given) await appendDecision(world, id, [given]);
    const terms = standingTerms(run, about.inAdvance, world.clock.now());
    const counts =
      given !== undefined || run.standing.some(({ configHash }) => configHash === terms.configHash);
    if (settings.json) process.stdout.write(jsonLine({ run: id, approved: given ?? null }));
    if (!counts) world.face.line('nothing was approved; the release will ask');
    return counts ? EXIT.ok : EXIT.refused;
  } finally {
    await world.close();
  }
}
