import { onlyOpenRun } from '../course/find-run.ts';
import { giveUp } from '../course/give-up.ts';
import type { Request } from './command.ts';
import { givenOf } from './given-approval.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { forgetReleased } from './ssh-hosts.ts';
import { openWorld } from './world.ts';

/** Gives boxes back without a seal: lists what is lost, needs a phrase that binds to exactly that list. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  const print = settings.json ? (line: string) => process.stdout.write(line) : undefined;
  try {
    const id = settings.value('run') ?? (await onlyOpenRun(ledger));
    return await giveUp({ here: settings, world, given: givenOf(settings), print }, id);
  } finally {
    await world.close();
    await forgetReleased(settings);
  }
}
