import { readFileSync } from 'node:fs';
import { formatSeconds, secondsBetween } from '../clock.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { runState } from '../lease/run.ts';
import type { Weight } from '../ledger/ledger.ts';
import { EXIT, Problem } from '../problem.ts';
import { describeEvent } from '../report/event-words.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

interface Copy {
  source: string;
  text: string;
  /** Against what stands in the ledger. */
  weight: Weight;
}

/** The last events of a copy that are shown: enough to see what would come back. */
const SHOWN_EVENTS = 12;

/**
 * Puts a record right that was cut, rewritten or deleted: shows who has a copy of it and what each has more, and puts the longest
 * that can be verified in its place. Nothing on a box or at a platform is touched.
 */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const run = settings.value('run');
  if (run === undefined) throw whichRun();
  const ledger = await ledgerOf(settings);
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const present = await ledger.peek(run);
    if (!present && (await broughtBack(world, run))) return EXIT.ok;
    const copies = await copiesOf(settings, world, run, present?.text ?? '');
    const best = bestOf(copies);
    showCopies(world, run, present, copies);
    if (settings.json)
      process.stdout.write(
        jsonLine({ run, present: countOf(present?.text ?? ''), copies: copies.map(shown) }),
      );
    if (!best || best.weight === 'same' || best.weight === 'behind') return nothingBetter(world, run, best);
    showEvents(world, run, best, present?.text ?? '');
    const over = present?.tip ?? null;
    const isOnward = best.weight === 'ahead';
    const typed = (settings.value('over') ?? '').trim();
    if (!isOnward && (typed.length < 8 || !over?.startsWith(typed)))
      throw wouldDrop(run, over ?? '', best.source);
    if (isOnward && !settings.flag('yes') && !(await agreed(world))) {
      world.face.line(`nothing was changed; "gpu-lease restore ${run} --yes" puts it back`);
      return EXIT.refused;
    }
    await ledger.restore(run, best.text, over);
    world.face.line(`the record of ${run} has ${countOf(best.text)} events again, as ${best.source} had it`);
    return EXIT.ok;
  } finally {
    await world.close();
  }
}

/** In the archive and not closed: whole, and out of sight. */
async function broughtBack({ face, ledger }: World, run: string): Promise<boolean> {
  const record = await ledger.read(run).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'ledger') return undefined;
    throw error;
  });
  if (!record?.archived || fold(run, record.events).closed) return false;
  await ledger.unhide(run);
  face.line(`${run} lay in the archive although it is not closed; it is among the open runs again`);
  return true;
}

async function copiesOf(settings: Settings, world: World, run: string, present: string): Promise<Copy[]> {
  const file = settings.value('from');
  const found =
    file === undefined
      ? [...hereCopies(settings, run), ...((await world.copiesElsewhere?.(run)) ?? [])]
      : [{ source: file, text: readCopyFile(file) }];
  const copies: Copy[] = [];
  for (const copy of found) {
    const isUsable = await world.ledger.isCopy(run, copy.text);
    copies.push({ ...copy, weight: isUsable ? weightOf(copy.text, present) : 'unreadable' });
  }
  return copies;
}

function hereCopies(settings: Settings, run: string): { source: string; text: string }[] {
  const here = machineCopiesOf(settings).read(run);
  return here ? [{ source: 'this machine', text: here.text }] : [];
}

/** A bare `events.jsonl`, or a copy as a machine keeps it, with its head. */
function readCopyFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Problem({
      code: 'copy-unreadable',
      kind: 'usage',
      what: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      next: 'Name a file that holds a record: events.jsonl of a commit of the ledger, or of a gpu-lease-record artifact.',
    });
  }
  return text.startsWith('{"gpuLease":"copy"') ? text.slice(text.indexOf('\n') + 1) : text;
}

const weightOf = (copy: string, present: string): Weight =>
  copy === present
    ? 'same'
    : present.startsWith(copy)
      ? 'behind'
      : copy.startsWith(present)
        ? 'ahead'
        : 'apart';

/** The longest that can be verified. */
const bestOf = (copies: readonly Copy[]): Copy | undefined =>
  copies.filter(({ weight }) => weight !== 'unreadable').sort((a, b) => b.text.length - a.text.length)[0];

const countOf = (text: string): number => text.split('\n').length - 1;

const shown = ({ source, text, weight }: Copy) => ({ source, events: countOf(text), weight });

const WORDS: Record<Weight, string> = {
  same: 'the same',
  behind: 'an earlier state of it',
  ahead: 'goes on from it',
  apart: 'another record',
  unreadable: 'cannot be verified here',
};

function showCopies(
  { face }: World,
  run: string,
  present: { tip: string; text: string } | null,
  copies: readonly Copy[],
): void {
  face.heading(`restore ${run}`);
  face.line(
    present
      ? `in the ledger: ${countOf(present.text)} events (${present.tip.slice(0, 12)})`
      : 'in the ledger: nothing',
  );
  for (const { source, text, weight } of copies)
    face.line(`${source}: ${countOf(text)} events, ${WORDS[weight]}`);
  if (copies.length === 0) face.line('no copy of it is known here');
}

/** What would come back, and how the run stood there. */
function showEvents({ face, clock }: World, run: string, { text }: Copy, present: string): void {
  const events: LedgerEvent[] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const common = text.startsWith(present) ? countOf(present) : 0;
  const missing = events.slice(common);
  const last = events.at(-1);
  face.line(
    `with that copy it is ${runState(fold(run, events))}, ${formatSeconds(secondsBetween(new Date(last?.at ?? 0), clock.now()))} ago; ${missing.length} events come back:`,
  );
  for (const event of missing.slice(-SHOWN_EVENTS)) face.line(`  ${event.at}  ${describeEvent(event)}`);
}

function nothingBetter({ face, ledger }: World, run: string, best: Copy | undefined): number {
  face.line(
    best
      ? `nothing that is known here is longer than what stands in ${ledger.where}`
      : `Bring a copy here and name it with --from: the record lies in ${ledger.where} of every machine that worked on ${run}, and in the artifacts gpu-lease-record-${run} of its workflow runs.`,
  );
  return best ? EXIT.ok : EXIT.ledger;
}

async function agreed(world: World): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test(
      (await lines.question('   put it back? [y/N] ', { signal: world.signal })).trim(),
    );
  } finally {
    lines.close();
  }
}

const whichRun = (): Problem =>
  new Problem({
    code: 'which-run',
    kind: 'usage',
    what: 'No run was named.',
    next: 'Name the one whose record has to be put right: gpu-lease restore RUN.',
  });

const wouldDrop = (run: string, tip: string, source: string): Problem =>
  new Problem({
    code: 'would-drop',
    kind: 'refused',
    what: `What stands in the ledger as the record of ${run} is no earlier state of that copy: to put the copy back drops it.`,
    next: `Look at both (\`git log -p ${tip.slice(0, 12)}\`). Where what stands there was made up or stems from a cut record, "gpu-lease restore ${run} --over ${tip.slice(0, 8)}" drops it; boxes that it rented meanwhile are then found by "gpu-lease strays". If it is the copy that is wrong (${source}), delete that, and the ledger stands.`,
  });
