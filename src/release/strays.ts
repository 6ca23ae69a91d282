import { secondsBetween } from '../clock.ts';
import { accountOf } from '../lease/fold-queue.ts';
import { type Lease, openMeters, type Run } from '../lease/run.ts';
import { isLateEffect } from '../lease/surfaced.ts';
import type { Resource } from '../platforms/driver.ts';

export type StrayKind =
  /** Our mark, and no run of this ledger knows the name at this platform. */
  | 'unknown-run'
  /** The ledger has it released or proven gone, and there it is. */
  | 'closed'
  /** Its intent was refused or given up: the late effect of a create whose answer was lost. */
  | 'refused-late'
  /** Of the name of a lease that has, or had, another box. */
  | 'twin'
  /** Its intent is open and no box is recorded: the run's next launch adopts it. */
  | 'half-created';

export interface Stray {
  resource: Resource;
  kind: StrayKind;
  /** By its name, whether or not the ledger has such a run. */
  run: string;
  lease: string;
  /** Undefined: its run may take it up, for nothing was ever put on it. Else why it may not. */
  notPutUp: string | undefined;
}

/** What the ledger says of one platform's resources. Each of them is in exactly one list. */
export interface Sorted {
  strays: Stray[];
  /** `hidden`: by a run that lies in the archive without being closed, so that nobody looks at it. */
  held: HeldResource[];
  /** Not ours, or nothing shows that it is: never touched. `looksOurs`: what a person may take for ours. */
  foreign: { resource: Resource; looksOurs: string | undefined }[];
  /** Our mark, but the record of its run cannot be read: no word on it. */
  untold: { resource: Resource; run: string }[];
  /** Names of open leases whose box the list did not show. */
  notSeen: string[];
  /** `seen`: something of ours with a good mark was in the list, so a stray would have been recognised as well. */
  control: 'seen' | 'unsigned' | 'nothing';
}

export interface HeldResource {
  resource: Resource;
  run: string;
  lease: string;
  warning: string | undefined;
  hidden: boolean;
  /** Its platform lists it at a price that its lease knows nothing of. USD per hour. */
  dearer: { rented: number; listed: number } | undefined;
}

interface Known {
  run: Run;
  lease: Lease;
}

export interface Sight {
  platform: string;
  inventory: readonly Resource[];
  /** Folded. At least every open run, and every run that a marked name in the list points to. */
  runs: readonly Run[];
  /** Runs whose record cannot be read. */
  unread: ReadonlySet<string>;
  /** Runs that lie in the archive. */
  archived?: ReadonlySet<string>;
  /** Whether the mark is the one that this repository gives the name. */
  isOurs(name: string, mark: string): boolean;
}

/** A second box that appears so long after the first was not made by the same create: it may be a copy, with data on it. */
const LATER_SECONDS = 1800;

/** Sorts a platform's own list by what the ledger knows of it. Pure, and total: any list and any runs give an answer. */
export function classify(sight: Sight): Sorted {
  const known = sight.runs.flatMap((run) => run.leases.map((lease) => ({ run, lease }))).filter(isRented);
  const here = known.filter(({ lease }) => accountOf(lease.intent) === sight.platform);
  const open = here.filter(isOpen);
  // Open ones last, so that they win: a platform may give an old number to a new box.
  const byId = new Map([...here, ...open].map((each) => [each.lease.boxId, each]));
  const byName = new Map(here.map((each) => [each.lease.name, each]));
  const sorted: Sorted = {
    strays: [],
    held: [],
    foreign: [],
    untold: [],
    notSeen: notSeen(open, sight.inventory),
    control: 'nothing',
  };
  for (const resource of sight.inventory) {
    const signed = resource.owner !== undefined && sight.isOurs(resource.name, resource.owner);
    const sameId = resource.kind === 'instance' ? byId.get(resource.id) : undefined;
    const holder = sameId && isOpen(sameId) ? sameId : holderOfPart(resource, signed, open);
    if (holder) {
      const hidden = sight.archived?.has(holder.run.id) === true;
      sorted.held.push({
        resource,
        run: holder.run.id,
        lease: holder.lease.name,
        warning: hidden ? hiddenBy(holder.run.id) : oddity(resource, holder.lease, signed),
        hidden,
        dearer: dearer(resource, holder.lease),
      });
      sorted.control = signed || sorted.control === 'seen' ? 'seen' : 'unsigned';
    } else if (!signed) {
      sorted.foreign.push({ resource, looksOurs: likeness(resource, sameId, byName) });
    } else {
      const run = runOf(resource.name);
      sorted.control = 'seen';
      if (sight.unread.has(run)) sorted.untold.push({ resource, run });
      else sorted.strays.push(strayOf(resource, sameId, byName.get(resource.name), sight.inventory));
    }
  }
  return sorted;
}

/** The run of a lease's name, `<run>-<n>`. */
export const runOf = (name: string): string => name.replace(/-\d+$/, '');

/** The name that a lease's box has at the platform: a second box of one name is a lease `<name>~2` with the same name. */
const boxName = ({ name }: Lease): string => name.replace(/~\d+$/, '');

/** A box that a person made and named is theirs, and in no list of ours. */
const isRented = ({ lease }: Known): boolean => lease.intent.attach === undefined;

/** The account is charged for it and it is not proven otherwise. */
const isOpen = ({ run, lease }: Known): boolean =>
  !run.closed &&
  lease.boxId !== undefined &&
  lease.state !== 'released' &&
  (lease.meters.length === 0 || openMeters(lease).length > 0);

/** Disks, addresses and the like go by the name of the lease that they belong to; their ids are in no record. */
function holderOfPart({ kind, name }: Resource, signed: boolean, open: readonly Known[]): Known | undefined {
  if (kind === 'instance' || !signed) return;
  return open.find(({ lease }) => boxName(lease) === name);
}

const hiddenBy = (run: string): string =>
  `its run ${run} lies in the archive and is not closed, so no look comes by it any more; "gpu-lease restore ${run}" brings it back`;

function oddity(resource: Resource, lease: Lease, signed: boolean): string | undefined {
  if (resource.name !== boxName(lease))
    return `it is called "${resource.name}" now; a box is found again by its name after a lost answer`;
  return signed
    ? undefined
    : 'its mark is missing or was made with another GPU_LEASE_SECRET or for another repository';
}

/** Lists round, and some leave the disk out: only what is well beyond the rental is worth a word. */
const DEARER = { factor: 1.5, usdPerHour: 0.05 };

/** The price of a rental may change while it lasts; what the ledger counts with is the price of the day it was rented. */
function dearer({ kind, usdPerHour: listed }: Resource, lease: Lease): HeldResource['dearer'] {
  if (kind !== 'instance' || listed === undefined) return;
  const rented = lease.meters.reduce((sum, meter) => sum + meter.usdPerHour, 0);
  return listed > rented * DEARER.factor && listed > rented + DEARER.usdPerHour
    ? { rented: Number(rented.toFixed(4)), listed }
    : undefined;
}

/** Why a person may take it for ours although nothing proves it. */
function likeness(
  resource: Resource,
  sameId: Known | undefined,
  byName: ReadonlyMap<string, Known>,
): string | undefined {
  if (sameId) return `it has the id of the box that ${sameId.lease.name} gave back`;
  if (byName.has(resource.name)) return `it has the name of ${resource.name}`;
  return resource.owner === undefined
    ? undefined
    : 'it carries the mark of another repository, another secret or another name';
}

function strayOf(
  resource: Resource,
  sameId: Known | undefined,
  named: Known | undefined,
  inventory: readonly Resource[],
): Stray {
  const known = sameId ?? named;
  const kind = kindOf(resource, sameId, named);
  const lease = known?.lease.name ?? resource.name;
  const run = known?.run.id ?? runOf(resource.name);
  return { resource, kind, run, lease, notPutUp: whyNotPutUp(resource, kind, known, inventory) };
}

function kindOf({ kind }: Resource, sameId: Known | undefined, named: Known | undefined): StrayKind {
  if (sameId) return 'closed';
  if (!named) return 'unknown-run';
  // Disks and the like have no twins: the lease that they belonged to is over.
  if (named.lease.boxId !== undefined) return kind === 'instance' ? 'twin' : 'closed';
  return named.lease.state === 'intended' && !named.run.closed ? 'half-created' : 'refused-late';
}

/**
 * A run may take up only what surely never carried anything: a box that no record ever named, of a lease that never
 * started anything or that still has its own box in the same list. A platform that moves a box may give it another id.
 */
function whyNotPutUp(
  resource: Resource,
  kind: StrayKind,
  known: Known | undefined,
  inventory: readonly Resource[],
): string | undefined {
  if (!known || kind === 'unknown-run') return 'no run of this ledger made it';
  if (kind === 'half-created') return 'the next launch of its run adopts it';
  if (known.run.closed) return `run ${known.run.id} is closed`;
  if (kind === 'closed') return 'it was given back once already';
  if (resource.kind !== 'instance') return `it is no box but a ${resource.kind}`;
  if (kind === 'refused-late' && !isLateEffect(known.lease, resource.createdAt))
    return `its create was given up ${known.lease.refusal?.at}, and it was made ${resource.createdAt ?? 'nobody says when'}: another record may have made it and worked on it`;
  if (kind === 'refused-late' || known.lease.started === undefined) return;
  const own = inventory.find(({ kind: what, id }) => what === 'instance' && id === known.lease.boxId);
  if (!own || !isOpen(known))
    return `the box of ${known.lease.name} is not in the list: this may be the same box under another id`;
  return laterBy(own, resource) > LATER_SECONDS
    ? `it was made long after the box of ${known.lease.name}: it may be a copy with data on it`
    : undefined;
}

/** Both times are the platform's, so no clock of ours is in it. Not said: 0. */
function laterBy(first: Resource, second: Resource): number {
  const seconds = secondsBetween(new Date(first.createdAt ?? ''), new Date(second.createdAt ?? ''));
  return Number.isNaN(seconds) ? 0 : seconds;
}

const notSeen = (open: readonly Known[], inventory: readonly Resource[]): string[] =>
  open
    .filter(({ lease }) => !lease.boxGone && !inventory.some(({ id }) => id === lease.boxId))
    .map(({ lease }) => lease.name);
