import { audit } from '../box/audit.ts';
import type { AuditExpectation, AuditFinding, AuditReport } from '../box/audit-finding.ts';
import type { Channel } from '../box/channel.ts';
import { auditPeers } from '../box/peers.ts';
import type { Candidate, Job } from '../job/job.ts';
import { installerOf } from '../job/requirements-file.ts';
import type { EventBody } from '../lease/events.ts';
import { emptyRun } from '../lease/fold.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { recognize, type TextOfLease, wordsOfRecognized } from '../lease/recognize.ts';
import type { Lease, Run } from '../lease/run.ts';
import { overrideOf } from '../profile/overrides.ts';
import type { Profile } from '../profile/schema.ts';
import { folderOf, type Placed } from '../storage/box-storage.ts';
import { cellGate, type DiskBudget, diskBudget, needAt } from '../storage/disk-budget.ts';
import { placedOn } from '../storage/placed.ts';
import { type WantedPlaces, wantedPlaces } from '../storage/wanted-places.ts';
import type { World } from '../world.ts';

export interface Audited {
  run: Run;
  lease: Lease;
  job: Job;
  /** What ends the box's meter when nobody comes, laid down before anything on it is judged. */
  deadMan?(channel: Channel): Promise<DeadManSeen | undefined>;
  /** How fast the job's data come to a box that is fit. */
  routes?(channel: Channel, placed: Placed): Promise<AuditFinding[]>;
}

export interface DeadManSeen {
  /** Never one that keeps the box from being fit. */
  findings: AuditFinding[];
  endsItselfAt?: string;
}

/**
 * Looks at a box on arrival. Not fit is an event like fit: nothing is started on it. A rented one that carried nothing goes back
 * at once, and the next offer is taken; about a person's own, or one that was worked on, a person decides.
 */
export async function auditLease(world: World, of: Audited): Promise<EventBody[]> {
  const { run, lease, job } = of;
  const channel = await world.channel(lease);
  const profile = await world.profile(lease.platform);
  const candidate = candidateOf(job, lease);
  const wanted = wantedPlaces(job, profile, candidate);
  const budget = diskBudget({ job, profile, candidate, known: run });
  const own = await of.deadMan?.(channel);
  const {
    fit: isFitAlone,
    findings: seen,
    measured,
    said,
  } = await audit(channel, {
    ...(isQueued(lease) ? placeOf(job, wanted) : expectationOf(job, profile, wanted)),
    ...roomAsked({ job, run, lease, budget }),
  });
  const placed = placedOn(wanted, measured);
  const peers = isFitAlone ? await peersOf(job, candidate, channel, placed) : [];
  const fit = isFitAlone && peers.every(({ level }) => level !== 'fail');
  // What is fetched was fetched where work was begun.
  const routes = fit && !lease.started ? await of.routes?.(channel, placed) : undefined;
  const findings = [...seen, ...(own?.findings ?? []), ...peers, ...(routes ?? [])];
  for (const finding of findings) show(world, lease, finding);
  const known = recognize({ run, lease }, profile, textsOf(findings, said));
  for (const each of known) world.face.warn(wordsOfRecognized(each));
  const goesBack = !fit && lease.intent.attach === undefined && lease.started === undefined;
  const unfit = `is NOT fit for the job; nothing is started on it${goesBack ? ', and it goes back' : ''}`;
  world.face.line(`${lease.name} ${fit ? 'is fit for the job' : unfit}`);
  return [
    {
      type: 'audited',
      lease: lease.name,
      fit,
      ...(goesBack && { goesBack: true as const }),
      findings: findings.map(({ id, level, what, cause, fix }) => ({
        id,
        level,
        what: level === 'info' ? what : `${what} Cause: ${cause} Fix: ${fix}`,
      })),
      measured,
      placed,
      ...(own?.endsItselfAt !== undefined && { endsItselfAt: own.endsItselfAt }),
    },
    ...known.map(({ event }) => event),
  ];
}

/**
 * The same look at a machine that a person made, before any run has it: nothing is started and nothing recorded. Whether it has
 * PyTorch is said in any case, and is no reason against it: a setup may bring it.
 */
export async function auditCandidate(
  channel: Channel,
  { job, profile, candidate }: { job: Job; profile: Profile; candidate: Candidate },
): Promise<AuditReport & { placed: Placed }> {
  const wanted = wantedPlaces(job, profile, candidate);
  const budget = diskBudget({ job, profile, candidate, known: emptyRun('plan') });
  const expected = expectationOf(job, profile, wanted);
  const report = await audit(channel, {
    ...expected,
    ...(expected.python && { framework: { module: 'torch', required: false } }),
    ...roomAtFirst(job, budget),
  });
  return { ...report, placed: placedOn(wanted, report.measured) };
}

/** Of the other machines of a job of several, as the first one sees them. */
async function peersOf(
  { resources: { leastNodes: least } }: Job,
  { peers }: Candidate,
  channel: Channel,
  { work = '' }: Placed,
): Promise<AuditFinding[]> {
  if (!peers) return [];
  return auditPeers(channel, { work, peers, ...(least !== undefined && { least }) });
}

/** What the box said, and what was found wrong with it. */
const textsOf = (findings: readonly AuditFinding[], said: string): TextOfLease[] => [
  { in: 'probe', text: said },
  {
    in: 'probe',
    text: findings
      .filter(({ level }) => level !== 'info')
      .map(({ what }) => what)
      .join('\n'),
  },
];

/** What the lease was rented, or attached, as. Older records do not say which of several it was. */
export const candidateOf = (job: Job, { intent, platform }: Lease): Candidate =>
  job.candidates.find(
    (each, index) => (intent.candidate ?? index) === index && each.platform === platform,
  ) ?? {
    platform,
  };

function show({ face }: World, lease: Lease, { id, level, what, cause, fix }: AuditFinding): void {
  if (level === 'info') face.line(`audit ${id}: ${what}`);
  else
    face.warn(
      `${lease.name}: ${level === 'fail' ? 'NOT FIT, ' : ''}${id}: ${what} Cause: ${cause} Fix: ${fix}`,
    );
}

/** A login node is no machine to train on: only its file system is looked at. What the job computes on, its own keeper sees. */
const placeOf = (job: Job, wanted: WantedPlaces): AuditExpectation => ({
  ...placesAsked(wanted),
  ...(job.storage?.data !== undefined && { setsDir: job.storage.data }),
});

function expectationOf(job: Job, profile: Profile, wanted: WantedPlaces): AuditExpectation {
  const { gpu, cpus, memoryGb } = job.resources;
  const python = /^\s*(\S*python[\d.]*)\s/.exec(job.run)?.[1];
  const pathDir = folderOf(overrideOf(profile, 'python', job.storage?.python));
  // With a second launcher to fall back on, the lack of the first is no reason to refuse a box.
  const [launcher, fallback] = profile.drive.launchers.filter((each) => each === 'tmux' || each === 'setsid');
  return {
    ...(gpu ? { gpu } : {}),
    ...(cpus ? { cpus } : {}),
    ...(memoryGb ? { memoryGb } : {}),
    ...placesAsked(wanted),
    ...(job.storage?.data !== undefined && { setsDir: job.storage.data }),
    ...(python ? { python } : {}),
    ...(pathDir === undefined ? {} : { pathDir }),
    ...(installerOf(job.requirements?.file ?? '') === 'conda' && { conda: true as const }),
    // The image's own PyTorch is what `keep-image` counts on; a setup may still bring it.
    ...(python && job.requirements?.torch === 'keep-image'
      ? { framework: { module: 'torch', required: false } }
      : {}),
    ...(launcher && !fallback ? { launcher } : {}),
    profileGotchas: profile.gotchas.map(({ id, aliases, cause, fix }) => ({
      id,
      cause,
      fix,
      ...(aliases ? { aliases } : {}),
    })),
  };
}

interface Asked {
  job: Job;
  run: Run;
  lease: Lease;
  budget: DiskBudget;
}

/** A box that was worked on has its setup, its data and its sets: it needs room for what is written next. */
function roomAsked({ job, run, lease, budget }: Asked): Partial<AuditExpectation> {
  if (lease.started) {
    const asked = (job.resources.diskGb?.min ?? 0) * 1e9;
    const { floor } = cellGate(job, run);
    return { diskBytes: Math.max(floor.bytes, asked), inodes: floor.inodes };
  }
  return roomAtFirst(job, budget);
}

function roomAtFirst({ resources }: Job, budget: DiskBudget): Partial<AuditExpectation> {
  const asked = (resources.diskGb?.min ?? 0) * 1e9;
  const [ofRun, ofData, ofDurable] = (['run', 'data', 'durable'] as const).map((place) =>
    needAt(budget, [place], true),
  );
  return {
    diskBytes: Math.max(ofRun?.bytes ?? 0, asked),
    inodes: ofRun?.inodes ?? 0,
    dataBytes: ofData?.bytes ?? 0,
    ...(ofDurable && ofDurable.bytes > 0 && { durableBytes: ofDurable.bytes }),
  };
}

const placesAsked = ({ work, workNeedsData, data, durable }: WantedPlaces): AuditExpectation => ({
  workDir: work,
  workNeedsData,
  ...(data !== undefined && { dataDir: data }),
  ...(durable && { durableDir: durable.dir, durableMayLack: durable.mayLack }),
});
