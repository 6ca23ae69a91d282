import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readRun } from '../course/find-run.ts';
import { usdPerHourNow } from '../lease/cost.ts';
import { costing } from '../lease/run.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import { Explaining, type Finding } from '../watch/explain.ts';
import { explainRun } from '../watch/explain-run.ts';
import type { Request } from './command.ts';
import { explainedRunText, findingsText } from './explanation-text.ts';
import { isCutOff, textOf } from './log-text.ts';
import { meantRun } from './own-run.ts';
import { faceOf, lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** What happened, how sure that is, what to do, and what it costs meanwhile. Of a run, or of any log: changes nothing. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const named = settings.value('run');
  // No name of a run has a dot or a slash in it.
  const isText =
    named !== undefined && (named === '-' || /[./]/.test(named) || existsSync(resolve(settings.cwd, named)));
  await (isText ? explainText(settings, named, signal) : explainARun(settings, signal));
  return 0;
}

async function explainText(settings: Settings, name: string, signal: AbortSignal): Promise<void> {
  const findings = await findingsIn(textOf(settings.cwd, name), signal);
  if (settings.json) process.stdout.write(jsonLine({ of: name, findings }));
  else process.stdout.write(visible(findingsText(findings, name === '-' ? 'this text' : name)));
}

async function findingsIn(text: Readable, signal: AbortSignal): Promise<Finding[]> {
  const explaining = new Explaining();
  try {
    for await (const part of text) {
      signal.throwIfAborted();
      await explaining.read(String(part));
    }
  } catch (error) {
    if (!isCutOff(error)) throw error;
  }
  return explaining.findings();
}

async function explainARun(settings: Settings, signal: AbortSignal): Promise<void> {
  const ledger = await lookingLedgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const explained = await explainRun(world, run);
    const costs = { held: costing(run), usdPerHour: usdPerHourNow(run, settings.clock.now()) };
    if (settings.json) process.stdout.write(jsonLine({ run: run.id, ...explained, ...costs }));
    else process.stdout.write(visible(explainedRunText(run.id, explained, costs)));
  } finally {
    await world.close();
  }
}
