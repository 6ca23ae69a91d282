import { type GateFacts, gateFacts } from '../approval/gate-facts.ts';
import { readEvents } from '../course/find-run.ts';
import { usdSoFar } from '../lease/cost.ts';
import { type Run, runState } from '../lease/run.ts';
import { EXIT } from '../problem.ts';
import { linksOf } from '../report/links.ts';
import { reportRun } from '../report/report-run.ts';
import { runJson } from '../report/run-table.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Call } from './call.ts';
import type { Request } from './command.ts';
import { givenOf } from './given-approval.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  return runGate({ settings, face: await faceOf(settings), signal }, {});
}

/**
 * The job before the one that waits for its approval: it does not name that environment, so that a missing one is found
 * before a job creates it. Writes nothing.
 */
export async function runGate(call: Call, { onRun }: { onRun?(run: Run): Promise<void> }): Promise<number> {
  const { settings, face } = call;
  const ledger = await ledgerOf(settings);
  const world = openWorld(call, ledger);
  try {
    const { run, events } = await readEvents(ledger, await meantRun(settings, ledger));
    await onRun?.(run);
    const held = await gateFacts(world, givenOf(settings), run);
    const now = world.clock.now();
    face.heading(`gate: ${run.id} is ${runState(run)}, ${HELD[held.gate]}`);
    for (const line of [...held.lines, held.sentence, ...held.ways]) if (line !== '') face.line(line);
    const approval = held.gate === 'none' ? undefined : held;
    const { redactor } = settings;
    const { storeDir } = world;
    const links = linksOf(settings.env, run);
    const { card } = reportRun({ run, events, now, storeDir, face, approval, links, redactor });
    await publish(settings, { run, now }, held, card);
    return EXIT.ok;
  } finally {
    await world.close();
  }
}

const HELD: Readonly<Record<GateFacts['gate'], string>> = {
  environment: 'held by its environment',
  phrase: 'held by its phrase',
  wanted: 'held by a phrase that nobody has typed',
  none: 'held by nobody',
};

async function publish(
  settings: Settings,
  { run, now }: { run: Run; now: Date },
  { gate, environment, noted, lease }: GateFacts,
  card: string,
): Promise<void> {
  const facts = runJson(run, now);
  if (settings.json) process.stdout.write(jsonLine({ ...facts, gate, environment, noted, lease }));
  if (settings.env['GITHUB_ACTIONS'] !== 'true') return;
  const { publishOutputs, publishSummary, setOutputs } = await import('../github/publish.ts');
  publishOutputs({
    run: run.id,
    state: facts.state,
    seal: facts.seal ?? '',
    verdict: 'finished',
    costUsd: usdSoFar(run, now),
  });
  setOutputs({ gate, environment, noted, lease });
  await publishSummary(card);
}
