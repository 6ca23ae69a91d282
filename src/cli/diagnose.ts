import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readRun } from '../course/find-run.ts';
import { usdPerHourNow } from '../lease/cost.ts';
import { costing } from '../lease/run.ts';
import { gpuHourLines } from '../report/cost-table.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import { Explaining, type Finding } from '../watch/explain.ts';
import { explainRun } from '../watch/explain-run.ts';
import { leftBehind } from '../watch/left-behind.ts';
import type { Request } from './command.ts';
import { explainedRunText, findingsText, leftText } from './explanation-text.ts';
import { isBroken, textOf, unreadable } from './log-text.ts';
import { meantRun } from './own-run.ts';
import { faceOf, lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** What happened, how sure that is, what to do, and what it costs meanwhile. Of a run, or of any log: changes nothing unless it is told to. */
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
  const { findings, brokenInLine } = await readLog(textOf(settings.cwd, name), signal);
  const where = name === '-' ? 'this text' : name;
  const broken =
    brokenInLine === null
      ? ''
      : `${where} is cut off or damaged in line ${brokenInLine}: what came after could not be read.\n`;
  if (settings.json) process.stdout.write(jsonLine({ of: name, findings, brokenInLine }));
  else process.stdout.write(visible(`${findingsText(findings, where)}${broken}`));
}

interface LogRead {
  findings: Finding[];
  /** From 1; null where the whole was read. */
  brokenInLine: number | null;
}

/** @throws Problem where not a byte could be read of what is damaged */
async function readLog(text: Readable, signal: AbortSignal): Promise<LogRead> {
  const explaining = new Explaining();
  let [lines, characters] = [1, 0];
  try {
    for await (const chunk of text) {
      signal.throwIfAborted();
      const part = characters === 0 ? String(chunk).replace(/^\ufeff/, '') : String(chunk);
      characters += part.length;
      lines += part.split('\n').length - 1;
      await explaining.read(part);
    }
  } catch (error) {
    if (!isBroken(error)) throw error;
    if (characters === 0) throw unreadable(error);
    return { findings: explaining.findings(), brokenInLine: lines };
  }
  return { findings: explaining.findings(), brokenInLine: null };
}

async function explainARun(settings: Settings, signal: AbortSignal): Promise<void> {
  const ledger = await lookingLedgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const explained = await explainRun(world, run);
    const left = await leftBehind(world, run, settings.flag('end-left'));
    const now = settings.clock.now();
    const costs = { held: costing(run), usdPerHour: usdPerHourNow(run, now) };
    if (settings.json)
      process.stdout.write(jsonLine({ run: run.id, ...explained, left: left ?? null, ...costs }));
    else {
      const hours = gpuHourLines(run, now).map((line) => `${line}\n`);
      const text = explainedRunText(run.id, explained, costs) + hours.join('') + leftText(run.id, left);
      process.stdout.write(visible(text));
    }
  } finally {
    await world.close();
  }
}
