import type { Candidate, Job } from '../job/job.ts';
import { expandRoster } from '../job/roster.ts';
import { missingSecrets } from '../launch/start.ts';
import { emptyRun } from '../lease/fold.ts';
import type { Offer } from '../platforms/driver.ts';
import { firstContact } from '../profile/first-contact.ts';
import { survivalTable } from '../profile/placement.ts';
import { teardownPlan } from '../profile/teardown.ts';
import { choose } from '../rent/choose.ts';
import { costRange } from '../rent/cost-range.ts';
import { table } from '../report/text-table.ts';
import type { World } from '../world.ts';
import type { Request } from './arguments.ts';
import { bindJob } from './open-run.ts';
import { faceOf, ledgerOf, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Everything that a run would do, may cost and could lose, from facts alone. Rents nothing, writes nothing. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const world = openWorld(settings, await ledgerOf(settings), face, signal);
  try {
    const { job, code } = await bindJob(settings, face);
    const offered = [];
    for (const candidate of job.candidates)
      offered.push({ candidate, offers: await offersOf(world, job, candidate) });
    const { choice, declined } = choose(job, emptyRun('plan'), offered);
    const platforms = [...new Set(job.candidates.map((each) => each.platform))];
    const profiles = await Promise.all(platforms.map((each) => world.profile(each)));
    const facts = {
      job: job.name,
      commit: code.commit,
      dirty: code.dirty,
      choice: choice
        ? {
            platform: choice.offer.platform,
            offer: choice.offer.id,
            summary: choice.offer.summary,
            usdPerHour: choice.offer.usdPerHour,
          }
        : null,
      declined: declined.map(({ candidate, offer, why }) => ({
        platform: candidate.platform,
        offer: offer?.id ?? null,
        why,
      })),
      cost: costRange(job, choice?.offer),
      missingSecrets: missingSecrets(world, job),
      roster: expandRoster(job).map(({ cell, path, role, keep, requiredLevel }) => ({
        cell,
        path,
        role,
        keep,
        requiredLevel,
      })),
      platforms: profiles.map((profile) => ({
        platform: profile.id,
        ...firstContact(profile),
        clocks: profile.clocks.map((clock) => clock.says),
        survival: survivalTable(profile),
        teardown: teardownPlan(
          profile,
          profile.meters.map((meter) => ({
            meter: meter.id,
            kind: heldKind(meter.kind),
            resource: 'the box',
          })),
          'zero',
          { now: world.clock.now() },
        ),
      })),
    };
    if (settings.json) process.stdout.write(`${JSON.stringify(facts)}\n`);
    else process.stdout.write(planText(facts, job));
    return 0;
  } finally {
    await world.close();
  }
}

const heldKind = (kind: string) =>
  ['gpu', 'cpu', 'disk', 'volume', 'ip', 'snapshot'].includes(kind) ? (kind as 'gpu') : 'none';

async function offersOf(world: World, job: Job, candidate: Candidate): Promise<Offer[]> {
  return (await world.driver(candidate.platform)).offers(job.resources, candidate);
}

interface Facts {
  job: string;
  commit: string;
  dirty: boolean;
  choice: { platform: string; summary: string; usdPerHour: number } | null;
  declined: { platform: string; offer: string | null; why: string }[];
  cost: ReturnType<typeof costRange>;
  missingSecrets: string[];
  roster: { cell: string; path: string; role: string; keep: string; requiredLevel: string }[];
  platforms: {
    platform: string;
    conveniences: string[];
    dangers: string[];
    clocks: string[];
    survival: ReturnType<typeof survivalTable>;
    teardown: ReturnType<typeof teardownPlan>;
  }[];
}

function planText(facts: Facts, job: Job): string {
  const { choice, cost } = facts;
  return [
    `plan for job ${facts.job} at commit ${facts.commit.slice(0, 8)}${facts.dirty ? ' with uncommitted changes' : ''}: nothing is rented by this command`,
    section('what would happen', [
      job.smoke === 'none'
        ? 'WARNING: no smoke; nothing is checked before money is spent'
        : `smoke: ${job.smoke.run}`,
      choice
        ? `rent: ${choice.platform}, ${choice.summary}, ${choice.usdPerHour} USD/h`
        : 'rent: nothing that fits is offered now',
      `run: ${job.cells.length} cell(s) of: ${job.run}`,
      `finish: ${job.onFinish === 'park' ? 'park the box where that is reversible, then wait for an approval' : 'hold the box until the release is approved'}`,
      ...facts.declined.map(
        (each) => `declined: ${each.platform}${each.offer ? ` ${each.offer}` : ''}: ${each.why}`,
      ),
      ...facts.missingSecrets.map((name) => `WARNING: secret ${name} is not set here`),
    ]),
    section('what it may cost', cost.lines),
    section('what must exist at the end', [
      table(
        ['cell', 'artifact', 'role', 'kept as', 'verified to'],
        facts.roster.slice(0, 50).map((row) => [row.cell, row.path, row.role, row.keep, row.requiredLevel]),
      ),
    ]),
    ...facts.platforms.map(platformText),
    '',
  ].join('\n');
}

function platformText({
  platform,
  conveniences,
  dangers,
  survival,
  teardown,
}: Facts['platforms'][number]): string {
  return [
    section(`platform ${platform}: what survives what`, [
      table(
        ['tier', 'path', ...survival.events],
        survival.rows.map((row) => [row.name, row.path ?? '', ...row.outcomes]),
      ),
    ]),
    section(`platform ${platform}: how it ends`, [
      ...teardown.steps.map(
        (step) =>
          `${step.verb}: stops ${step.stops.join(', ') || 'nothing'}; destroys ${step.destroys.join(', ') || 'nothing'}`,
      ),
      ...teardown.leftBilling.map((left) => `goes on billing: ${left.meter}: ${left.why}`),
      ...teardown.warnings,
    ]),
    section(`platform ${platform}: good to know`, conveniences),
    section(`platform ${platform}: dangers and clocks`, dangers.length > 0 ? dangers : ['none known']),
  ].join('\n');
}

const section = (title: string, lines: string[]): string =>
  `\n${title}\n${lines.map((line) => `  ${line.trimEnd().replaceAll('\n', '\n  ')}`).join('\n')}`;
