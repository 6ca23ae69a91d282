import { StringDecoder } from 'node:string_decoder';
import { readRun } from '../course/find-run.ts';
import { type HeldBox, heldBox } from '../course/held-box.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import { Problem } from '../problem.ts';
import type { Request } from './command.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** A command may be silent for as long as it likes: a person waits for it, or ends it. */
const SILENCE_SECONDS = 86_400;

/**
 * A question, and a line whose end the line to the box still holds back, as it could begin the last word of the command. What came in a
 * larger piece may have been cut anywhere.
 */
const SHOWN_AFTER_MS = 200;
const CUT_BYTES = 4096;

/** `$1` the code, the rest the command. What it says as an error comes in order with the rest. */
const IN_CODE = 'cd -- "$1" && shift && exec "$@" 2>&1';

/** A command of a person on the box of a run. The record is not told: nothing of the run is decided by it. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const words = request.words;
  if (words.length === 0) throw noCommand();
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    settings.redactor.learn(settings.env[name] ?? '');
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  let silence: NodeJS.Timeout | undefined;
  try {
    const box = await heldBox(world, run);
    if (box.isPlace) process.stderr.write(onThePlace(box));
    const decoder = new StringDecoder('utf8');
    let pending = '';
    const showPending = (): void => {
      if (pending !== '') process.stdout.write(settings.redactor.text(pending));
      pending = '';
    };
    // Line by line: a secret that came in two pieces would be shown.
    const show = (chunk: Uint8Array): void => {
      clearTimeout(silence);
      const text = pending + decoder.write(Buffer.from(chunk));
      const end = text.lastIndexOf('\n') + 1;
      pending = text.slice(end);
      if (end > 0) process.stdout.write(settings.redactor.text(text.slice(0, end)));
      if (chunk.length < CUT_BYTES) silence = setTimeout(showPending, SHOWN_AFTER_MS);
    };
    const asked = words.length === 1 ? ['sh', '-c', words[0] ?? ''] : words;
    const { exitCode, stderr } = await box.channel.stream(
      ['sh', '-c', IN_CODE, 'sh', box.code, ...asked],
      show,
      { timeoutSeconds: SILENCE_SECONDS, signal },
    );
    showPending();
    if (stderr !== '') process.stderr.write(settings.redactor.text(stderr));
    return exitCode;
  } finally {
    clearTimeout(silence);
    await world.close();
  }
}

const noCommand = (): Problem =>
  new Problem({
    code: 'no-command',
    kind: 'usage',
    what: 'There is no command to run.',
    next: 'Write it behind the name of the run: gpu-lease exec RUN -- nvidia-smi',
  });

const onThePlace = ({ lease }: HeldBox): string =>
  `This runs where ${lease.platform} takes submissions, and not on what ${lease.name} computes on: train nothing here.\n`;
