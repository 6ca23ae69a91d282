import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layLogEnds } from '../collect/log-ends.ts';
import type { EarlierLooks } from '../course/taken-back.ts';
import { publishRecord } from '../github/publish.ts';
import { RECORDS_OF_A_LOOK, RecordArtifacts, recordArtifactOf } from '../github/record-artifacts.ts';
import { openGitHub } from '../github/this-repository.ts';
import { Problem } from '../problem.ts';
import { partOfId } from '../sweep/division.ts';
import type { Face } from '../world.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import type { Settings } from './settings.ts';

/** As long as GitHub keeps artifacts unless told otherwise; a repository's own maximum may be less. */
const RUN_DAYS = 90;
/** There is one for every look at which something changed, and each has all of them. */
const LOOK_DAYS = 30;

interface Order {
  settings: Settings;
  face: Face;
  signal: AbortSignal;
}

/**
 * Leaves the record, as this machine has it now, to the last step of the composite action, which uploads it: from there later
 * workflow runs see how long it was. Beside it lie the ends of what the run has printed, as far as this machine has brought it. Not what was found rewritten, nor less than what this workflow run has left already.
 */
export async function offerRecord(order: Order, run: string, thrown?: unknown): Promise<void> {
  if (isRewritten(thrown) || run === '') return;
  await offer(order, recordArtifactOf(run), recordsHere(order.settings, [run]), RUN_DAYS);
}

/** The same of the parts of a sweep, in one artifact: a composite action cannot upload several. */
export async function offerParts(order: Order, runs: readonly string[], thrown?: unknown): Promise<void> {
  const part = partOfId(runs[0] ?? '');
  if (isRewritten(thrown) || !part) return;
  await offer(order, recordArtifactOf(part.sweep), recordsHere(order.settings, runs), RUN_DAYS);
}

/** Of all open runs, where a look changed one; with what earlier looks kept of those that were put back since. */
export async function offerLook(
  order: Order,
  runs: readonly string[],
  earlier: EarlierLooks | undefined,
): Promise<void> {
  const records = recordsHere(order.settings, runs);
  for (const [run, text] of earlier?.rescued ?? []) records.set(run, text);
  if ([...records].every(([run, text]) => earlier?.has(run, text))) return;
  await offer(order, RECORDS_OF_A_LOOK, records, LOOK_DAYS);
}

const isRewritten = (thrown: unknown): boolean =>
  thrown instanceof Problem && thrown.code === 'history-rewritten';

/** What this machine has read, verified and written of them: needs no network, so an interrupted step leaves it, too. */
function recordsHere(settings: Settings, runs: readonly string[]): Map<string, string> {
  const copies = machineCopiesOf(settings);
  return new Map(
    runs.flatMap((run) => {
      const text = copies.read(run)?.text;
      return text ? [[run, text]] : [];
    }),
  );
}

async function offer(order: Order, name: string, records: Map<string, string>, days: number): Promise<void> {
  const { settings, face } = order;
  if (settings.env['GITHUB_ACTIONS'] !== 'true' || records.size === 0) return;
  try {
    const before = await leftAlready(order, name);
    if (before && !keepLonger(records, before)) return;
    const dir = mkdtempSync(join(runnerTemp(settings), 'gpu-lease-record-'));
    mkdirSync(dir, { recursive: true });
    for (const [run, text] of records) writeFileSync(join(dir, `${run}.jsonl`), text, { mode: 0o600 });
    await layLogEnds(settings.storeDir, [...records.keys()], join(dir, 'logs'));
    publishRecord({ path: dir, name, days, mayReplace: before !== undefined });
  } catch (error) {
    // What cannot be left here only means that later looks have one witness less.
    face.warn(`The record could not be left for the upload: ${String(error)}`);
  }
}

const runnerTemp = ({ env }: Settings): string => env['RUNNER_TEMP'] || tmpdir();

/** @returns `undefined` where nobody could say: then nothing may be replaced */
async function leftAlready(
  { settings, face, signal }: Order,
  name: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { env, clock } = settings;
  const github = signal.aborted ? undefined : openGitHub(env, clock, signal);
  const artifacts = github && new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  return artifacts?.replacedBy(Number(env['GITHUB_RUN_ID']), name);
}

/** @returns whether anything is more than what would be replaced */
function keepLonger(records: Map<string, string>, before: ReadonlyMap<string, string>): boolean {
  for (const [run, text] of before) {
    const ours = records.get(run);
    if (ours === undefined || !ours.startsWith(text)) records.set(run, text);
  }
  return [...records].some(([run, text]) => before.get(run) !== text);
}
