import { type Channel, TransportFailed } from '../box/channel.ts';
import type { SealedIn } from '../lease/events.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import { hashOnBox } from './box-questions.ts';
import { checkSeal, type FileNow, sealedFiles } from './seal.ts';
import { RunStore } from './store.ts';

/** The durable directory of a box, where that outlives the box; or why nothing is to be sealed there. */
export type TierForSeal = { durable: string; tier: string } | { why: string };

/** What is known of the durable tier of a sealed run's box at this moment. */
export type TierNow =
  | { is: 'mounted'; channel: Channel }
  /** Its platform shows the box gone: no verb is sent to it any more. */
  | { is: 'box-gone' }
  /** No box answers that has it mounted. */
  | { is: 'not-reached' }
  /** By the profile's facts of now it would be lost with the box. */
  | { is: 'lost-with-box' };

/** By a name that a person can use; no path of this machine. */
export const nameOfTier = ({ durable, platform, tier }: SealedIn): string =>
  `the durable tier of ${platform} (${tier}), in ${durable}`;

/** What was sealed on a durable tier, hashed there again by the box; the seal itself lies on this machine. */
export async function evidenceOnTier(
  storeDir: string,
  run: { id: string; seal: { in?: SealedIn | undefined } | undefined },
  now: TierNow,
): Promise<EvidenceNow> {
  const document = new RunStore(storeDir, run.id).readSeal()?.document;
  const sealedIn = run.seal?.in;
  if (document === undefined || sealedIn === undefined) return { seal: 'none', problems: [] };
  const files = sealedFiles(document) ?? [];
  const there = now.is === 'mounted' ? await foundThere(now.channel, sealedIn.durable, files) : undefined;
  if (there) return checkSeal(document, (cell, path) => there.get(`${cell}/${path}`));
  const { seal, problems } = checkSeal(document, (cell, path) =>
    files.find((file) => file.cell === cell && file.path === path),
  );
  if (now.is === 'box-gone') return { seal, problems };
  const problem = now.is === 'lost-with-box' ? 'lost-with-box' : 'not-readable';
  return { seal, problems: [{ path: nameOfTier(sealedIn), problem }] };
}

/** Nothing where the line to the box failed. */
const foundThere = (
  ...asked: Parameters<typeof hashedThere>
): Promise<Awaited<ReturnType<typeof hashedThere>> | undefined> =>
  hashedThere(...asked).catch((error: unknown) => {
    if (error instanceof TransportFailed) return undefined;
    throw error;
  });

/** By cell and path. @throws TransportFailed when the box could not be asked */
export async function hashedThere(
  channel: Channel,
  dir: string,
  files: readonly { cell: string; path: string; bytes: number }[],
): Promise<Map<string, Exclude<FileNow, undefined>>> {
  const paths = files.map(({ cell, path }) => `${cell}/${path}`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (await hashOnBox(channel, dir, paths, { bytes })).files;
}
