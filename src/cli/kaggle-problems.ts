import { oneLine } from '../box/stranger-text.ts';
import type { Lack } from '../colab/bring.ts';
import type { SealObstacle } from '../collect/seal.ts';
import type { Job, KaggleRequest } from '../job/job.ts';
import type { Ended, Standing } from '../kaggle/standing.ts';
import { Problem } from '../problem.ts';

/**
 * What of a job a session of Kaggle cannot do at all.
 *
 * @returns what it only leaves out, each as a sentence
 * @throws Problem `kaggle-secrets`, `kaggle-data`
 */
export function requirePushable(job: Job, { internet }: KaggleRequest): string[] {
  const token = job.requirements?.index?.token;
  const secrets = [...job.secrets, ...(token === undefined ? [] : [token])];
  if (secrets.length > 0)
    throw new Problem({
      code: 'kaggle-secrets',
      kind: 'usage',
      what: `The job needs the secret${secrets.length > 1 ? 's' : ''} ${secrets.join(', ')}, and the API of Kaggle takes none. Nothing was pushed.`,
      next: 'Take them out of the job. What they open goes into a private dataset, which "kaggle: { datasets: [owner/name] }" lets the session read.',
    });
  const [first] = job.data ?? [];
  if (first)
    throw new Problem({
      code: 'kaggle-data',
      kind: 'usage',
      what: `The job has ${first.from} fetched under "data", and in a session of Kaggle nobody does that.`,
      next: 'Make a dataset of it and name that: "kaggle: { datasets: [owner/name] }"; or fetch it in `setup`, with `internet: true`.',
    });
  return lacksOf(job, internet);
}

function lacksOf(job: Job, internet: boolean): string[] {
  const said = [
    job.image !== undefined && `The image ${job.image} is not used: Kaggle has its own.`,
    job.storage?.python !== undefined &&
      `The interpreter ${job.storage.python} is not used: python3 of Kaggle is.`,
    (job.notify ?? job.notices) !== undefined && 'Nobody is told by `notify`: the session sends nothing.',
    job.requirements !== undefined &&
      !internet &&
      'The job has `requirements` and its session no internet: what the image lacks cannot be installed. Set `internet: true`, or leave them out.',
    (job.checkpoint === undefined || job.checkpoint.resume === 'none') &&
      'The job cannot resume: a session that ends before the command does has lost its work.',
  ];
  return said.filter((each) => each !== false);
}

export const tooManySessions = (run: string, most: number): Problem =>
  new Problem({
    code: 'kaggle-sessions',
    kind: 'refused',
    what: `${run} has had ${most} sessions, the most that its job file allows, and is not done. Nothing was pushed.`,
    next: `"gpu-lease kaggle push ${run} --again" pushes one more (in a workflow: push: again). A job file that is changed and committed is another run, which begins at the start.`,
  });

export const scriptTooLarge = (bytes: number, most: number): Problem =>
  new Problem({
    code: 'kaggle-too-large',
    kind: 'usage',
    what: `The script with the code of the commit has ${bytes} bytes, and gpu-lease pushes at most ${most}. Nothing was pushed.`,
    next: 'Take data and weights out of the repository (a dataset of Kaggle can hold them), or out of the archive by "export-ignore" in .gitattributes.',
  });

export function noFurther(
  run: string,
  { is, newest, why }: Extract<Standing, { is: 'done' | 'failed' | 'unfinished' | 'still' }>,
): Problem {
  const { slug, number } = newest.session;
  const tail = tailOf(newest);
  return new Problem({
    code: is === 'failed' ? 'kaggle-failed' : 'kaggle-no-further',
    kind: 'failed',
    what: `Session ${number} of ${run} ${is === 'failed' ? 'failed' : 'brought it no further'}: ${oneLine(why, 500)}. Nothing was pushed.${tail === '' ? '' : `\nIts log ends with:\n${tail}`}`,
    next:
      is === 'failed'
        ? `Correct it and commit: that is another run. Where it was chance, "gpu-lease kaggle push ${run} --again" goes on from what is saved (${slug}); in a workflow: push: again.`
        : `Have the job save more often, or ask for a longer session, and commit: that is another run. "gpu-lease kaggle push ${run} --again" tries once more as it is; in a workflow: push: again.`,
  });
}

/** Kaggle keeps a log as a list of `{stream_name, time, data}`, or as text. */
export function tailOf({ output: { log } }: Ended, lines = 15): string {
  let text = log;
  try {
    const events: unknown = JSON.parse(log);
    if (Array.isArray(events)) text = events.map((each) => String(each?.data ?? '')).join('');
  } catch {
    // It is text.
  }
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-lines)
    .map((line) => `  ${oneLine(line, 200)}`)
    .join('\n');
}

export const nothingMade = (run: string): Problem =>
  new Problem({
    code: 'kaggle-nothing',
    kind: 'usage',
    what: `Kaggle has no session of ${run} in this account.`,
    next: 'Push one: "gpu-lease kaggle push". A run of an earlier commit is named: "gpu-lease kaggle collect RUN".',
  });

/** A file that is short or missing may come where only its address was refused; one that is another will not. */
export function lackingOutput(slug: string, lacks: readonly Lack[]): Problem {
  const mayCome = lacks.every((each) => each.mayCome);
  const list = lacks.slice(0, 20).map(({ cell, path, what }) => `- cells/${cell}/files/${path} ${what}`);
  const more = lacks.length > list.length ? `\n- and ${lacks.length - list.length} more` : '';
  return new Problem({
    code: mayCome ? 'kaggle-not-here' : 'kaggle-differs',
    kind: mayCome ? 'unreachable' : 'failed',
    what: `${lacks.length} file(s) of the output of ${slug} ${mayCome ? 'did not come' : 'are not what the session recorded'}:\n${list.join('\n')}${more}`,
    next: mayCome
      ? 'Run the same command again; what is here already is not brought twice.'
      : 'Nothing is sealed. Look at the output on its page, and at who else may write there.',
  });
}

export function notSealable(run: string, obstacles: readonly SealObstacle[]): Problem {
  const list = obstacles
    .slice(0, 20)
    .map((each) => `- ${each.cell}/${each.path}: ${each.code}: ${each.what}`);
  return new Problem({
    code: 'not-sealable',
    kind: 'failed',
    what: `${run} cannot be sealed:\n${list.join('\n')}`,
    next: 'Look at the files. Correct the job, commit, and push it: that is another run.',
  });
}
