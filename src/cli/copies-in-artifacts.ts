import type { GitHub } from '../github/github.ts';
import { RECORDS_OF_A_LOOK, RecordArtifacts, recordArtifactOf } from '../github/record-artifacts.ts';
import { openGitHub } from '../github/this-repository.ts';
import { partOfId } from '../sweep/division.ts';
import type { Face, World } from '../world.ts';
import type { Settings } from './settings.ts';

/**
 * What earlier workflow runs kept of the records, where this repository's artifacts can be read: in a workflow, and on a machine
 * whose clone has its origin at GitHub and that has a token for it. A fresh runner remembers nothing else.
 *
 * @param github as the environment names it
 */
export function copiesInArtifacts(
  settings: Settings,
  github: GitHub | undefined,
  face: Face,
  signal: AbortSignal,
): Pick<World, 'copiesElsewhere' | 'copiesOfAll'> {
  const { clock, env } = settings;
  if (!github && !env['GH_TOKEN'] && !env['GITHUB_TOKEN']) return {};
  let opening: Promise<RecordArtifacts | undefined> | undefined;
  // Only where somebody asks for a copy: a look must not pay for it.
  const open = (): Promise<RecordArtifacts | undefined> => {
    opening ??= reach();
    return opening;
  };
  async function reach(): Promise<RecordArtifacts | undefined> {
    const reached = github ?? (await atOrigin(settings, signal));
    return reached && new RecordArtifacts({ github: reached, clock, warn: (text) => face.warn(text) });
  }
  return {
    copiesElsewhere: async (run, among = 'all') =>
      (await open())?.copiesOf(
        run,
        among === 'all' ? [recordArtifactOf(run), ...shared(run)] : shared(run),
      ) ?? [],
    async copiesOfAll() {
      const artifacts = await open();
      if (!artifacts) return { newest: new Set(), copies: new Map() };
      const copies = await artifacts.allIn(RECORDS_OF_A_LOOK);
      return { newest: await artifacts.newestOf(RECORDS_OF_A_LOOK), copies };
    },
  };
}

async function atOrigin({ cwd, env, clock }: Settings, signal: AbortSignal): Promise<GitHub | undefined> {
  const { originOf } = await import('./git-remotes.ts');
  return openGitHub({ ...env, GITHUB_REPOSITORY: originOf(cwd, env) ?? '' }, clock, signal);
}

/** Those of every open run, and where a run looks like a part of a sweep those of the sweep. */
function shared(run: string): string[] {
  const part = partOfId(run);
  return [RECORDS_OF_A_LOOK, ...(part ? [recordArtifactOf(part.sweep)] : [])];
}
