import { Problem } from '../problem.ts';
import type { Request } from './command.ts';
import { settingsOf } from './settings.ts';

/** `export` and `collect` of the one platform that takes its work by hand, and gives it back by a folder. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const [verb, place, ...more] = request.words;
  if (more.length > 0 || !(verb === 'export' || (verb === 'collect' && place !== undefined)))
    throw wrongWords();
  if (verb === 'collect') {
    const { collectFolder } = await import('./colab-collect.ts');
    return collectFolder(settingsOf(request), place ?? '', signal);
  }
  const { exportNotebook } = await import('./colab-export.ts');
  const given = place === undefined ? request.given : { ...request.given, job: place };
  return exportNotebook(settingsOf({ ...request, given }));
}

const wrongWords = (): Problem =>
  new Problem({
    code: 'colab-words',
    kind: 'usage',
    what: 'That is neither "colab export [JOB]" nor "colab collect FOLDER".',
    next: 'Write one of them. See "gpu-lease colab --help".',
  });
