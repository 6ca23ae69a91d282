import { noRun, onlyOpenRun } from '../course/find-run.ts';
import { runIdOf } from '../course/open-run.ts';
import { fold } from '../lease/fold.ts';
import { next } from '../lease/next.ts';
import { costing, type Run, runState } from '../lease/run.ts';
import type { Step } from '../lease/step.ts';
import { plansOf } from '../release/lease-plans.ts';
import { pageOn } from '../report/page.ts';
import { planText } from '../report/plan-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import { bindJob, openingOf } from './bind-job.ts';
import { runOfThisWorkflow } from './own-run.ts';
import { planFacts } from './plan.ts';
import type { Settings } from './settings.ts';

interface DryRun {
  stage: string;
  settings: Settings;
  world: World;
  /** Steps that the stage would take; the first other one would end it. */
  may: (step: Step) => boolean;
  /** The stage may begin a run that is not there yet. */
  opens: boolean;
}

/** What the stage would do next, from the ledger and the profiles. Opens, rents, writes and changes nothing. */
export async function dryRun(order: DryRun): Promise<number> {
  const { settings, world } = order;
  const named = settings.value('run') ?? (await runOfThisWorkflow(settings, world.ledger));
  const known = named === undefined ? undefined : await runIn(world, named);
  if (known) return show(order, known);
  if (order.opens) return showUnopened(order);
  if (named !== undefined) throw await noRun(world.ledger, named);
  const open = await runIn(world, await onlyOpenRun(world.ledger));
  return open ? show(order, open) : 0;
}

async function runIn(world: World, id: string): Promise<Run | undefined> {
  const { events } = await world.ledger.read(id);
  return events.length > 0 ? fold(id, events) : undefined;
}

async function show({ stage, settings, world, may }: DryRun, run: Run): Promise<number> {
  const steps = next(run, await plansOf(world, run), world.clock.now()).map((step) => ({
    ...step,
    byThisStage: may(step),
  }));
  const facts = {
    dryRun: true,
    stage,
    run: run.id,
    state: runState(run),
    next: steps,
    costing: costing(run),
  };
  if (settings.json) process.stdout.write(jsonLine({ ...facts, plan: null }));
  world.face.line(`dry run: ${stage} of run ${run.id}, which is ${facts.state}; nothing is changed`);
  for (const step of steps) world.face.line(`next: ${stepWords(step)}`);
  for (const line of facts.costing) world.face.line(`costing now: ${line}`);
  return 0;
}

async function showUnopened(order: DryRun): Promise<number> {
  const { stage, settings, world } = order;
  const bound = await bindJob(settings, world.face);
  const id = await runIdOf(openingOf(settings), world.ledger, bound);
  const known = await runIn(world, id);
  if (known) return show(order, known);
  const plan = await planFacts(world, bound);
  if (settings.json) {
    const facts = { dryRun: true, stage, run: id, state: 'empty', next: [], costing: [], plan };
    process.stdout.write(jsonLine(facts));
    return 0;
  }
  world.face.line(`dry run: ${stage} would open run ${id}; nothing is changed`);
  const page = pageOn(process.stdout, settings.env);
  page.print(`\n${planText(plan, page.columns).trimEnd()}`);
  return 0;
}

function stepWords({ byThisStage, ...step }: Step & { byThisStage: boolean }): string {
  const lease = 'lease' in step ? ` ${step.lease}` : '';
  const detail =
    step.do === 'release'
      ? ` (${step.verb})`
      : step.do === 'ask'
        ? ` a person to approve ${step.verbs.join(', ')} for seal ${step.seal.slice(0, 8)}`
        : step.do === 'halt'
          ? `: ${step.what}`
          : '';
  return `${step.do}${lease}${detail}${byThisStage ? '' : ' (not by this stage)'}`;
}
