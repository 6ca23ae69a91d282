import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BoundJob, boundAs } from '../course/bound-job.ts';
import { givenEvidence } from '../course/given-evidence.ts';
import { refuseWithoutSecrets } from '../course/secrets-here.ts';
import { advanceParts, smokeOnce } from '../course/sweep-advance.ts';
import { sealedHere, standingOf, sweepExitCode } from '../course/sweep-facts.ts';
import { divisionFacts, orderOf, type SweepAsked, sweepMeant } from '../course/sweep-open.ts';
import { metHere, refuseTakenBack } from '../course/taken-back.ts';
import { switchOn } from '../course/tick-switch.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import type { SmokePassed } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { EXIT, type Problem } from '../problem.ts';
import { seriesKept } from '../report/kept-curves.ts';
import { commitLink, formOf, linksOf, workflowRunLink } from '../report/links.ts';
import { metricsSeries, type Series } from '../report/metrics-charts.ts';
import { sweepHtml } from '../report/sweep-html.ts';
import { type SweepCard, sweepMarkdown } from '../report/sweep-markdown.ts';
import { divisionText, type SweepFacts, sweepText } from '../report/sweep-text.ts';
import { roomOn } from '../report/terminal-face.ts';
import { jsonLine } from '../report/visible-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import { partId } from '../sweep/division.ts';
import { shareSmoke } from '../sweep/open.ts';
import type { Reconciled } from '../sweep/reconcile.ts';
import { type PartRecord, readParts, readSweep, type SweepRecord } from '../sweep/record.ts';
import type { Face, World } from '../world.ts';
import { bindJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { refuseUnreachable } from './first-look.ts';
import { noteLedger } from './ledger-note.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import { inLedgersWords } from './ledger-refused.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { bindSmoke } from './smoke.ts';
import { forgetReleased } from './ssh-hosts.ts';
import { openWorld } from './world.ts';

/** `gpu-lease sweep`: a job's cells over several boxes, each part an ordinary run of its own. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  try {
    return await runSweep(settings, await faceOf(settings), signal, () => {});
  } finally {
    await forgetReleased(settings);
  }
}

/** @param onRun told of every part before anything is done to it */
export async function runSweep(
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  onRun: (run: Run) => void,
): Promise<number> {
  const rents = settings.choice('rent') === 'true';
  const isMet = metHere(settings, machineCopiesOf(settings));
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  let bound: Promise<BoundJob> | undefined;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  try {
    if (settings.flag('dry-run')) return await showDivision(settings, world, await bind());
    const evidence =
      (await givenEvidence(settings.value('evidence') ?? '', bind)) ??
      (await lookFirst({ settings, world, rents }, bind));
    if (settings.value('run') === undefined) noteLedger(settings, face);
    const sweep = await sweepMeant(sweepAsked(settings), world, bind);
    const opened = await readParts(ledger, sweep);
    for (const { id, run } of opened) if (run) await refuseTakenBack(world, id, isMet, 'shared');
    for (const { run } of opened) if (run) onRun(run);
    // As of the stage "open": not in the job that holds the keys of platforms.
    const mayStart = !rents || settings.env['GITHUB_ACTIONS'] !== 'true';
    if (mayStart && opened.some(({ run }) => run && !run.closed)) await switchOn(settings.env, world);
    learnSecrets(settings, sweep);
    introduce(world, sweep, opened);
    const smoke = async (run: Run) => [await bindSmoke(world, settings, run.id, boundAs(run, await bind()))];
    const order = { here: settings, world, sweep, bind, smoke, parallel: settings.number('parallel') };
    await smokeOnce(order, evidence);
    const parts = await readParts(ledger, sweep);
    const mayRent = await shareSmoke(world, sweep, parts);
    if (rents && mayRent && !signal.aborted)
      await refuseWithoutSecrets(world, sweep.opened.document, heldOf(parts));
    const problems = rents && mayRent ? await advanceParts(order, parts) : new Map<string, Problem>();
    return await end(settings, world, sweep, problems);
  } catch (error) {
    throw await inLedgersWords(settings, error, world, rents ? bind : undefined);
  } finally {
    await world.close();
  }
}

/**
 * Of a sweep that the record does not have yet: refuses what cannot be, and smokes, so that what does not pass leaves no open parts
 * behind.
 */
async function lookFirst(
  { settings, world, rents }: { settings: Settings; world: World; rents: boolean },
  bind: () => Promise<BoundJob>,
): Promise<SmokePassed | undefined> {
  if (settings.value('run') !== undefined) return;
  const bound = await bind();
  const { id, roster, job } = await orderOf(sweepAsked(settings), world.ledger, bound);
  if (!roster || (await readSweep(world.ledger, id))) return;
  for (const secret of hiddenSecretsOf(job)) settings.redactor.learn(settings.env[secret] ?? '');
  if (rents) {
    await refuseWithoutSecrets(world, job);
    await refuseUnreachable(world, settings, job);
  }
  if (job.smoke === 'none') return;
  world.face.heading('smoke');
  return bindSmoke(world, settings, partId(id, 1), bound);
}

/** A part with a box, where there is one. */
const heldOf = (parts: readonly PartRecord[]): Run | undefined =>
  parts.find(({ run }) => run && run.leases.length > 0)?.run;

function learnSecrets({ redactor, env }: Settings, { opened }: SweepRecord): void {
  for (const name of hiddenSecretsOf(opened.document)) redactor.learn(env[name] ?? '');
}

const sweepAsked = (settings: Settings): SweepAsked => ({
  env: settings.env,
  cwd: settings.cwd,
  named: settings.value('run'),
  boxes: settings.number('boxes'),
});

/** What was divided how, what each part may cost, and what differs between the cells. */
function introduce({ face }: World, sweep: SweepRecord, parts: readonly PartRecord[]): void {
  const jobs = parts.flatMap(({ run }) => (run?.opened ? [run.opened.document] : []));
  const [first] = jobs;
  if (!first) return;
  const budget = { ...first.budget, usd: jobs.reduce((sum, job) => sum + job.budget.usd, 0) };
  const daily = jobs.reduce((sum, job) => sum + (job.budget.usdPerDay ?? 0), 0);
  const whole = {
    ...first,
    cells: jobs.flatMap(({ cells }) => cells),
    budget: first.budget.usdPerDay === undefined ? budget : { ...budget, usdPerDay: daily },
  };
  face.heading(`sweep ${sweep.id}: ${whole.cells.length} cells over ${parts.length} boxes`);
  for (const line of divisionText(divisionFacts(whole, sweep.id, sweep.roster), roomOn(face)))
    face.line(line);
}

/** Rents, writes and changes nothing. */
async function showDivision(settings: Settings, world: World, bound: BoundJob): Promise<number> {
  const { id, roster, job } = await orderOf(sweepAsked(settings), world.ledger, bound);
  const facts = roster && divisionFacts(job, id, roster);
  if (settings.json) process.stdout.write(jsonLine({ dryRun: true, sweep: id, ...facts }));
  world.face.line(`dry run: sweep ${id} of ${job.cells.length} cells; nothing is changed`);
  for (const line of facts
    ? divisionText(facts, roomOn(world.face))
    : ['over how many boxes is not said (--boxes)'])
    world.face.line(line);
  return EXIT.ok;
}

/** The roster beside what became of it: for people, as a page, as outputs and as an exit code. */
async function end(
  settings: Settings,
  world: World,
  sweep: SweepRecord,
  problems: ReadonlyMap<string, Problem>,
): Promise<number> {
  const standing = await standingOf(world.ledger, sweep, world.clock.now(), problems);
  const { found, failures, parts } = standing;
  const sealed = sealedHere(parts, world.who);
  const { redactor, env } = settings;
  const facts = redactor.deep(standing.facts);
  const page = writePage(settings.storeDir, facts, redactor.deep(seriesOf(settings.storeDir, parts)));
  const card = { facts, failures: redactor.text(failures), goOn: found.goOn, ...linksTo(env, parts, facts) };
  if (env['GITHUB_ACTIONS'] === 'true') await publish(card, sealed);
  if (settings.json) process.stdout.write(jsonLine(facts));
  const { face } = world;
  face.settle();
  face.heading(`sweep: ${sweep.id} is ${found.state}, ${formatUsd(facts.costUsd)}`);
  for (const line of sweepText(facts, roomOn(face))) face.line(line);
  face.line(`report: ${page}`);
  for (const line of nextWords(found)) face.line(line);
  if (world.signal.aborted) {
    face.line('interrupted; nothing was torn down. The same command goes on from here.');
    return EXIT.interrupted;
  }
  if (failures !== '') face.warn(failures);
  return sweepExitCode(found, problems);
}

function nextWords({ parts, goOn }: Reconciled): string[] {
  const waiting = parts.filter(({ state, seal }) => seal !== null && state !== 'released');
  return [
    ...(goOn.length > 0 ? [`goes on: ${goOn.length} of ${parts.length} parts`] : []),
    ...waiting.slice(0, 20).map(({ run }) => `waits for its release: gpu-lease release ${run}`),
    ...(waiting.length > 20 ? [`and ${waiting.length - 20} more`] : []),
  ];
}

/** Of what lies here what the cells logged, of other parts what their records keep of it. */
const seriesOf = (storeDir: string, parts: readonly PartRecord[]): Series[] =>
  parts.flatMap(({ id, cells, run }) => {
    const here = metricsSeries(join(storeDir, id), cells, run?.opened?.document ?? {});
    return here.length > 0 ? here : seriesKept(run?.seal?.curves);
  });

function writePage(storeDir: string, facts: SweepFacts, series: readonly Series[]): string {
  const dir = join(storeDir, facts.sweep);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'report.html');
  writeWhole(path, sweepHtml(facts, series));
  return path;
}

async function publish(card: SweepCard, sealed: readonly string[]): Promise<void> {
  const { sweep, state, cells, failed, costUsd } = card.facts;
  setOutputs({
    sweep,
    runs: JSON.stringify(card.goOn),
    sealed: sealed.length === 0 ? '' : JSON.stringify(sealed),
    cells: String(cells.length),
    failed: String(failed.length),
    state,
    'cost-usd': costUsd.toFixed(4),
  });
  await publishSummary(sweepMarkdown(card));
}

function linksTo(
  env: NodeJS.ProcessEnv,
  parts: readonly PartRecord[],
  { commit: of }: SweepFacts,
): Pick<SweepCard, 'links' | 'artifacts'> {
  const [commit, workflowRun, form] = [commitLink(env, of), workflowRunLink(env), formOf(env, 'release')];
  const pages = parts.flatMap(({ id, run }): [string, string][] => {
    const { artifact } = run ? linksOf(env, run) : {};
    return artifact === undefined ? [] : [[id, artifact]];
  });
  return {
    links: { ...(commit && { commit }), ...(workflowRun && { workflowRun }), ...(form && { form }) },
    artifacts: new Map(pages),
  };
}
