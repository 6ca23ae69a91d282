import type { Job } from '../job/job.ts';
import type { Profile } from '../profile/schema.ts';
import type { NotebookJob } from './notebook-job.ts';

/** What of a job a notebook does not do, each as a sentence; empty where it does all of it. */
export function leftOut(job: Job): string[] {
  const said = [
    job.image !== undefined && `The image ${job.image} is not used: Colab has its own.`,
    job.storage?.python !== undefined &&
      `The interpreter ${job.storage.python} is not used: python3 of Colab is.`,
    (job.notify ?? job.notices) !== undefined && 'Nobody is told by `notify`: the notebook sends nothing.',
    job.checkpoint?.resume === 'none' &&
      'The job cannot resume: a session that ends before the command does has lost its work.',
    job.checkpoint === undefined &&
      'The job names no `checkpoint`: a session that ends before the command does has lost its work.',
  ];
  return said.filter((each) => each !== false);
}

/** What stands above the code, as Markdown: what this is, what the platform cannot do by its profile, how it is used. */
export function aboutNotebook(job: NotebookJob, lacks: readonly string[], profile: Profile): string {
  return `# ${job.job} on ${profile.name}

Made by \`gpu-lease colab export\` from commit \`${job.commit}\` of ${job.remote}. It holds no secret; where it asks for one, add it
under the key in the side bar.

**Use.** *Runtime > Run all*, in one browser tab, and keep that open. When the session is over, run all again: it goes on from the
newest checkpoint that is whole on Drive. When the last cell says that Drive has all files, bring them home:
\`gpu-lease colab collect FOLDER\`, with the folder \`gpu-lease/${job.run}\` of your Drive.

**What this platform cannot do**, and no notebook changes:

${itemsOf(limitsOf(profile))}
**What the notebook does about it.** It copies each checkpoint to Drive once it is whole, lists and hashes it there again, writes its
manifest last, and removes an older one only after a newer one was listed whole. It goes on from no set of which a file is
missing, empty or another one. At the end it flushes Drive, mounts it anew and looks again.
${lacks.length > 0 ? `\n**What it leaves out of the job:**\n\n${itemsOf(lacks)}` : ''}`;
}

/** Each with the month in which it was read up. */
function limitsOf({ clocks, surface, durable }: Profile): string[] {
  const stamped = clocks.map(({ says, verified }) => `${says} (${verified ?? 'not verified'})`);
  return [
    ...stamped,
    ...surface.dangers.map(({ says }) => `${says} (${durable.verified ?? 'not verified'})`),
  ];
}

const itemsOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}\n`).join('');
