import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { accountOf, partsOfAccount } from '../lease/fold-queue.ts';
import { openMeters } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { nearestOf } from '../nearest.ts';
import { EXIT, Problem } from '../problem.ts';
import type { Profile } from '../profile/schema.ts';
import { lookForStrays, type PlatformLook } from '../release/look-for-strays.ts';
import { putUp } from '../release/put-up.ts';
import { pageOn } from '../report/page.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import type { Request } from './command.ts';
import { knownPlatforms } from './known-platforms.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { straysJson, straysText, type Told } from './strays-text.ts';
import { openWorld } from './world.ts';

/** Looks for what bills in the accounts and is held by no lease. Releases nothing itself. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const apartSeconds = settings.number('apart');
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const platforms = await platformsOf(settings, world);
    const looks = await lookForStrays(world, platforms, { apartSeconds });
    const put = settings.flag('put-up') ? await putUp(world, looks) : [];
    const told: Told = { looks, put, profiles: await profilesOf(world, looks), apartSeconds };
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(straysJson(told)));
    else page.print(straysText(told, { verbose: settings.flag('verbose'), columns: page.columns }).trimEnd());
    return exitCode(looks, settings.flag('allow-blind'));
  } finally {
    await world.close();
  }
}

/** 11 while a reported stray may bill, put up or not; 3 where no word can be given yet. */
function exitCode(looks: readonly PlatformLook[], allowBlind: boolean): number {
  const reported = looks.flatMap(({ strays }) => strays.filter((stray) => stray.reported));
  const hidden = looks.flatMap(({ sorted }) => (sorted?.held ?? []).filter((each) => each.hidden));
  if ([...reported, ...hidden].some(({ resource }) => resource.billing !== 'no')) return EXIT.billing;
  const open = looks.some(
    ({ outcome }) =>
      outcome === 'marked' || outcome === 'could-not-look' || (outcome === 'could-not-tell' && !allowBlind),
  );
  return open ? EXIT.inconclusive : EXIT.ok;
}

async function platformsOf(settings: Settings, world: World): Promise<string[]> {
  const named = settings.value('platform');
  const { platforms } = knownPlatforms();
  if (named !== undefined) return named.split(',').map((name) => knownName(name.trim(), [...platforms]));
  const found = await platformsToLookAt(world);
  if (found.length > 0) return found;
  throw new Problem({
    code: 'no-platform-to-look-at',
    kind: 'usage',
    what: 'No lease is open and no API key of a platform is set, so there is no account to look at.',
    next: 'Set the key of the platform (its profile names the variable, such as RUNPOD_API_KEY), or name one with --platform.',
  });
}

/** Where a lease is open, and where an API key opens the account. */
export async function platformsToLookAt(world: World): Promise<string[]> {
  const found = new Set(await rentedFrom(world.ledger));
  for (const platform of knownPlatforms().platforms) if (await hasKey(world, platform)) found.add(platform);
  return [...found].sort();
}

function knownName(name: string, known: string[]): string {
  if (known.includes(name)) return name;
  const nearest = nearestOf(name, known);
  throw new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no profile for platform "${name}".`,
    next: `${nearest ? `Did you mean "${nearest}"? ` : ''}Name one or more of ${known.join(', ')}, separated by commas.`,
  });
}

/** Platforms whose account is charged for a lease of an open run; attached boxes are in no account of ours. */
async function rentedFrom(ledger: Ledger): Promise<string[]> {
  const platforms: string[] = [];
  for (const { run } of await ledger.list()) {
    const { leases } = fold(run, await eventsOf(ledger, run));
    const open = leases.filter(
      (lease) =>
        lease.intent.attach === undefined && (lease.state === 'intended' || openMeters(lease).length > 0),
    );
    platforms.push(...open.map(({ intent }) => accountOf(intent)));
  }
  return platforms;
}

/** A record that cannot be read keeps nobody from looking; the look itself says so. */
async function eventsOf(ledger: Ledger, run: string): Promise<LedgerEvent[]> {
  try {
    return (await ledger.read(run)).events;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'ledger') return [];
    throw error;
  }
}

/** Only where the program rents: an API key of a platform that is only attached to opens no list. */
async function hasKey(world: World, platform: string): Promise<boolean> {
  const { automation, rent } = await world.profile(platform);
  const names = rent.entries.flatMap(({ auth }) => auth?.secret ?? []);
  return automation === 'full' && names.some((name) => (world.secret(name) ?? '').trim() !== '');
}

async function profilesOf(world: World, looks: readonly PlatformLook[]): Promise<Map<string, Profile>> {
  const needed = looks.filter(({ strays }) => strays.length > 0).map(({ platform }) => platform);
  const of = async (name: string) => [name, await world.profile(partsOfAccount(name).platform)] as const;
  return new Map(await Promise.all(needed.map(of)));
}
