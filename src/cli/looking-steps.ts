import { inert } from '../github/inert.ts';
import { fold } from '../lease/fold.ts';
import { markdownBlock } from '../report/markdown-text.ts';
import { planText } from '../report/plan-text.ts';
import { runJson, runText } from '../report/run-table.ts';
import { visible } from '../report/visible-text.ts';
import type { ActionCall } from './action-call.ts';
import { planAsked } from './plan.ts';
import { lookingLedgerOf } from './settings.ts';
import { listing, recordOf, runsOf, sayNotVerified } from './status.ts';
import { openWorld } from './world.ts';

/** The step of `actions/plan`: what a run would do, cost and risk, for later steps and for the page of the run. */
export async function planStep(call: ActionCall): Promise<number> {
  const { settings, face, signal, tell } = call;
  const world = openWorld({ settings, face, signal }, await lookingLedgerOf(settings));
  try {
    const facts = settings.redactor.deep(await planAsked(world, settings, face));
    const { choice, cost } = facts;
    tell({
      platform: choice?.platform ?? '',
      offer: choice?.offer ?? '',
      'usd-per-hour': choice ? String(choice.usdPerHour) : '',
      'expected-usd': cost.expectedUsd === null ? '' : cost.expectedUsd.toFixed(4),
      'at-most-usd': cost.atMostUsd.toFixed(4),
    });
    await show(call, 'plan', planText(facts));
    return 0;
  } finally {
    await world.close();
  }
}

/** The step of `actions/status`: one run in full, or a line for each that is open. Reads the ledger and nothing else. */
export async function statusStep(call: ActionCall): Promise<number> {
  const { settings, tell } = call;
  const now = settings.clock.now();
  const named = settings.value('run');
  const { where, runs } = named === undefined ? await runsOf(settings, false) : { where: '', runs: [] };
  const only = named ?? (runs.length === 1 ? runs[0]?.run : undefined);
  if (only !== undefined) {
    const { id, events, trust } = await recordOf(settings, only);
    if (trust === 'not-verified') sayNotVerified(id);
    const run = fold(id, events);
    const facts = settings.redactor.deep(runJson(run, now));
    tell({
      runs: '1',
      state: facts.state,
      'cost-usd': facts.costUsd.toFixed(4),
      json: JSON.stringify(facts),
    });
    await show(call, `status of ${id}`, settings.redactor.text(runText(run, now)));
    return 0;
  }
  tell({
    runs: String(runs.length),
    state: '',
    'cost-usd': runs.reduce((sum, { usd }) => sum + usd, 0).toFixed(4),
    json: JSON.stringify({ runs }),
  });
  await show(call, 'status', await listing({ where, runs, archived: false }, now));
  return 0;
}

async function show({ summarize }: ActionCall, heading: string, text: string): Promise<void> {
  const shown = visible(text);
  process.stdout.write(inert(`${shown}\n`));
  await summarize(`## ${heading}\n\n${markdownBlock(shown)}\n`);
}
