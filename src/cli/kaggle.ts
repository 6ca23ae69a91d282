import { PlatformAnswer } from '../platforms/api.ts';
import { Problem } from '../problem.ts';
import type { Request } from './command.ts';
import { isRun } from './kaggle-run.ts';
import { settingsOf } from './settings.ts';

/** `push`, `status`, `collect`, and `step`, which is what of them is wanted: sessions of Kaggle take work and give back files, and nothing else. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  return inKagglesWords(() => verbOf(request, signal));
}

/** Whatever Kaggle answers that nothing here expects is told as what it is. */
export async function inKagglesWords<T>(of: () => Promise<T>): Promise<T> {
  try {
    return await of();
  } catch (error) {
    throw error instanceof PlatformAnswer ? unexpected(error) : error;
  }
}

async function verbOf(request: Request, signal: AbortSignal): Promise<number> {
  const [verb, word, ...more] = request.words;
  const place = word ?? (typeof request.given.run === 'string' ? request.given.run : undefined);
  if (more.length > 0) throw wrongWords();
  switch (verb) {
    case 'push': {
      const { pushNext } = await import('./kaggle-push.ts');
      if (place !== undefined && isRun(place)) return pushNext(settingsOf(request), place, signal);
      const given = place === undefined ? request.given : { ...request.given, job: place };
      return pushNext(settingsOf({ ...request, given }), undefined, signal);
    }
    case 'status': {
      const { showSessions } = await import('./kaggle-status.ts');
      return showSessions(settingsOf(request), place, signal);
    }
    case 'collect': {
      const { collectOutput } = await import('./kaggle-collect.ts');
      return collectOutput(settingsOf(request), place, signal);
    }
    case 'step': {
      const { stepOnce } = await import('./kaggle-step.ts');
      return stepOnce(settingsOf(request), place, signal);
    }
    default:
      throw wrongWords();
  }
}

const unexpected = (error: PlatformAnswer): Problem =>
  new Problem(
    {
      code: 'kaggle-answer',
      kind: 'unreachable',
      what: `${error.message}. This says nothing about sessions there; one that runs uses the quota until it ends.`,
      next: 'Run the same command again; where it stays so, look at kaggle.com/code and at what the login may do.',
    },
    { cause: error },
  );

const wrongWords = (): Problem =>
  new Problem({
    code: 'kaggle-words',
    kind: 'usage',
    what: 'That is neither "kaggle push [JOB or RUN]" nor "kaggle status [RUN]" nor "kaggle collect [RUN]" nor "kaggle step [RUN]".',
    next: 'Write one of them. See "gpu-lease kaggle --help".',
  });
