import { z } from 'zod';
import type { Job } from '../job/job.ts';
import type { SmokePassed } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import type { SmokeReport } from './smoke.ts';

/** More than any evidence of ours has; a job's output may hold a megabyte. */
const MAX_CHARACTERS = 2000;
/** The longest that a job may run on anybody's runner. */
const MAX_SECONDS = 5 * 24 * 3600;
const MAX_STEP = 1e15;

/** Of what the smoke found out by asking programs: one line that no log, table or terminal takes for more than words. */
const MAX_WORD = 100;
const words = (text: string): string => text.replace(/[^\x20-\x7e]+/g, '?').slice(0, MAX_WORD) || '?';

/** The ledger's record of a passed smoke: what `launch` asks for before it rents. */
export const smokeEvidence = (
  report: SmokeReport,
  bound: { commit: string; configHash: string },
): SmokePassed => ({
  type: 'smoke-passed',
  ...bound,
  seconds: Math.round(report.seconds * 10) / 10,
  environment: {
    os: words(report.environment.os),
    arch: words(report.environment.arch),
    interpreter: words(report.environment.interpreter),
  },
  drill:
    report.drill === 'none'
      ? 'none'
      : { killedAtStep: report.drill.killedAtStep, resumedAtStep: report.drill.resumedAtStep },
  ...(report.footprint && { footprint: report.footprint }),
});

const word = z.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${MAX_WORD}}$`));
const digest = z.string().regex(/^[0-9a-f]{40,64}$/);
const step = z.number().gt(0).max(MAX_STEP);

/** As large as any disk of anybody. */
const measured = z.strictObject({
  bytes: z.int().min(0).max(1e15),
  files: z.int().min(0).max(1e9),
});

const Evidence = z.strictObject({
  type: z.literal('smoke-passed'),
  commit: digest,
  configHash: digest,
  seconds: z.number().min(0).max(MAX_SECONDS),
  environment: z.strictObject({ os: word, arch: word, interpreter: word }),
  drill: z.union([
    z.literal('none'),
    z
      .strictObject({ killedAtStep: step, resumedAtStep: step })
      .refine(({ killedAtStep, resumedAtStep }) => resumedAtStep >= killedAtStep, {
        message: 'went on before the step of its checkpoint',
      }),
  ]),
  footprint: z.strictObject({ checkpoint: measured.optional(), output: measured }).optional(),
});

/** As the job that smoked hands it to the one that records it. */
export const evidenceText = (evidence: SmokePassed): string => JSON.stringify(evidence);

/**
 * The evidence of a smoke that another job made. That job ran code that nobody has vouched for, and any word of it may be that
 * code's: so it may say no more than that this very commit in this very configuration was smoked, as far as this job file wants it,
 * and it decides about nothing else. That it says the truth nobody can know but whoever wrote the code.
 *
 * @param bound as whoever records it has derived it itself
 * @throws Problem `bad-evidence` or `evidence-of-another` (kind refused); nothing that the text says stands in the message unquoted
 */
export function readEvidence(
  text: string,
  { commit, configHash, job }: { commit: string; configHash: string; job: Pick<Job, 'smoke'> },
): SmokePassed {
  if (job.smoke === 'none') throw bad('the job file says `smoke: none`, so there is none');
  if (text.length > MAX_CHARACTERS) throw bad(`it has ${text.length} characters; ours has a few hundred`);
  const read = Evidence.safeParse(parsed(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw bad(`it has not the shape of ours (${issue?.path.join('.') || 'as a whole'}: ${issue?.code})`);
  }
  const evidence = taken(read.data);
  if (evidence.commit !== commit || evidence.configHash !== configHash) {
    throw new Problem({
      code: 'evidence-of-another',
      kind: 'refused',
      what: `The smoke was of commit ${evidence.commit.slice(0, 8)} in configuration ${evidence.configHash.slice(0, 12)}; what is checked out here is ${commit.slice(0, 8)} in configuration ${configHash.slice(0, 12)}. Nothing was recorded.`,
      next: 'Let both jobs check out the same commit and read the same job file.',
    });
  }
  const isDrilled = evidence.drill !== 'none';
  if (isDrilled !== (job.smoke.drill !== 'none'))
    throw bad(isDrilled ? 'it tells of a drill that the job file does not have' : 'the drill is missing');
  return evidence;
}

/** What is absent has no key, in a record. */
function taken({ footprint, ...evidence }: z.infer<typeof Evidence>): SmokePassed {
  const { checkpoint, output } = footprint ?? {};
  return { ...evidence, ...(output && { footprint: { ...(checkpoint && { checkpoint }), output } }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const bad = (why: string): Problem =>
  new Problem({
    code: 'bad-evidence',
    kind: 'refused',
    what: `What was handed over is no evidence of a smoke of this job: ${why}. Nothing was recorded.`,
    next: 'Hand over the output "evidence" of the action "smoke" as it is, from a job that this one needs.',
  });
