import type { Candidate, Job } from '../job/job.ts';
import { overrideOf } from '../profile/overrides.ts';
import { type PlacementOptions, tiersAt } from '../profile/placement.ts';
import type { Profile, Tier } from '../profile/schema.ts';

/** Where the login's home directory has what no other place was named for. */
export const HOME_WORK = '~/.gpu-lease';

/** What a run asks of a box's directories before that box was seen. Paths absolute or below `~`. */
export interface WantedPlaces {
  /** Below which the run lives. */
  work: string;
  /** `work` counts only where the data directory is there; else the run lives in `HOME_WORK`. */
  workNeedsData: boolean;
  /** The profile's data directory, which a box may lack. */
  data: string | undefined;
  durable: WantedDurable | undefined;
}

export interface WantedDurable {
  dir: string;
  by: 'job' | 'profile';
  /** A box without it is fit: copies are pulled instead. */
  mayLack: boolean;
}

export function wantedPlaces(job: Job, profile: Profile, candidate: Candidate): WantedPlaces {
  const said = overrideOf(profile, 'data-dir');
  const data = said.is === 'value' ? filledIn(said.value, job, candidate) : undefined;
  const durable = wantedDurable(job, profile, candidate);
  const { work } = job.storage ?? {};
  if (work !== undefined) return { work, workNeedsData: false, data, durable };
  const isDisk = data !== undefined && isDiskOfItsOwn(profile, candidate, data);
  return { work: isDisk ? `${data}/.gpu-lease` : HOME_WORK, workNeedsData: isDisk, data, durable };
}

/** The live run stays off the durable tier: that is often a network mount, and a copy beside the original is none. */
function isDiskOfItsOwn(profile: Profile, candidate: Candidate, data: string): boolean {
  const options = lookAt(profile, candidate);
  const [ofData] = tiersAt(profile, data, options);
  const [ofHome] = tiersAt(profile, HOME_WORK, options);
  const { durable } = profile;
  const isDurable = durable.strategy !== 'off-box' && durable.tier === ofData?.id;
  return ofData !== undefined && ofData !== ofHome && !isDurable;
}

function wantedDurable(job: Job, profile: Profile, candidate: Candidate): WantedDurable | undefined {
  const ofJob = job.storage?.durable;
  if (ofJob === 'none') return;
  if (ofJob !== undefined) return { dir: ofJob, by: 'job', mayLack: false };
  const { durable } = profile;
  const said = overrideOf(profile, 'durable-dir');
  if (said.is !== 'value' || durable.strategy === 'off-box') return;
  if (durable.strategy === 'volume-at-create' && candidate.volume === undefined) return;
  const dir = filledIn(said.value, job, candidate);
  return dir === undefined ? undefined : { dir, by: 'profile', mayLack: durable['when-absent'] !== 'refuse' };
}

/** `<project>` and `<name>` are known before a box is rented; any other `<placeholder>` is not, and names no place. */
export function filledIn(path: string, job: Job, { volume }: Candidate): string | undefined {
  const known = path.replaceAll('<project>', job.name).replaceAll('<name>', volume ?? '<name>');
  return /[<>$]/.test(known) ? undefined : known;
}

/** How this candidate's box is laid out, as far as the profile tells: its home, and the tiers that it can have. */
export function lookAt(profile: Profile, candidate: Candidate): PlacementOptions {
  const home = homeOf(profile, candidate);
  const present = profile.tiers.filter((tier) => mayHave(tier, candidate)).map(({ id }) => id);
  return { present, ...(home !== undefined && { home }) };
}

/** A box that we rent gets the volume that its candidate names, and nothing that could stand in its place. */
function mayHave(tier: Tier, { attach, volume }: Candidate): boolean {
  if (attach !== undefined) return true;
  return tier['at-create'] === true ? volume !== undefined : tier['instead-of'] === undefined;
}

function homeOf(profile: Profile, candidate: Candidate): string | undefined {
  const user = candidate.user ?? profile.ssh?.user;
  if (user === undefined || !/^[a-z_][a-z0-9_-]*$/.test(user)) return;
  return user === 'root' ? '/root' : `/home/${user}`;
}
