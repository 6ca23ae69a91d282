import { secondsBetween } from '../clock.ts';
import { dataRoutesTo } from '../course/data-routes.ts';
import type { Candidate, Job } from '../job/job.ts';
import { auditCandidate } from '../launch/audit-lease.ts';
import { EXIT, Problem } from '../problem.ts';
import type { PlanFacts, ProbedBox } from '../report/plan-text.ts';
import type { World } from '../world.ts';
import { closedWords, loginAt } from './first-look.ts';
import type { Settings } from './settings.ts';

/** Logs in to every machine of one's own that the job names, and looks at it as on arrival. Nothing is rented, started or kept. */
export const probeBoxes = (world: World, settings: Settings, job: Job): Promise<ProbedBox[]> =>
  Promise.all(
    job.candidates.flatMap((candidate) =>
      candidate.attach === undefined
        ? []
        : [probed(world, settings, { job, candidate, box: candidate.attach })],
    ),
  );

async function probed(
  world: World,
  settings: Settings,
  { job, candidate, box }: { job: Job; candidate: Candidate; box: string },
): Promise<ProbedBox> {
  const began = world.clock.now();
  const { platform } = candidate;
  const seconds = (): number => Math.round(10 * secondsBetween(began, world.clock.now())) / 10;
  try {
    await (await world.driver(candidate)).offers({}, candidate);
    const profile = await world.profile(platform);
    const channel = await loginAt(world, settings, box);
    try {
      const { fit, findings, placed, measured } = await auditCandidate(channel, { job, profile, candidate });
      const routes = fit ? await routesTo(world, { job, profile, candidate }, channel, placed) : [];
      const told = [...findings, ...routes].map(({ id, level, what, fix }) => ({ id, level, what, fix }));
      return { platform, box, seconds: seconds(), fit, problem: null, findings: told, measured };
    } finally {
      await channel.close();
    }
  } catch (error) {
    const { what, next } = whyClosed(box, error);
    return {
      platform,
      box,
      seconds: seconds(),
      fit: false,
      problem: `${what} ${next}`,
      findings: [],
      measured: {},
    };
  }
}

/** Sources that do not answer now are told by the plan itself. */
async function routesTo(...asked: Parameters<typeof dataRoutesTo>): ReturnType<typeof dataRoutesTo> {
  try {
    return await dataRoutesTo(...asked);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

function whyClosed(box: string, error: unknown): { what: string; next: string } {
  if (error instanceof Problem) return error;
  const told = closedWords(box, error);
  if (!told) throw error;
  return told;
}

/** Where the job names nothing but machines of one's own, and none of them can run it. */
export function probeExit({ probes, storage }: Pick<PlanFacts, 'probes' | 'storage'>): number {
  if (probes === null || probes.length < storage.length || probes.some(({ fit }) => fit)) return EXIT.ok;
  return probes.every(({ problem }) => problem !== null) ? EXIT.unreachable : EXIT.unfit;
}
