import type { WantedPlatform } from '../job/init.ts';
import { Problem } from '../problem.ts';
import type { Profile } from '../profile/schema.ts';
import { profileOfPlatform } from './known-platforms.ts';
import { keysOfProfile } from './platform-keys.ts';
import type { Settings } from './settings.ts';

/** What `init --platform` writes for, and what to tell whoever wants it. */
export interface Wanted {
  place: WantedPlatform;
  needs: string[];
  /** In place of the usual last line. */
  next?: string;
}

/** @throws Problem for a name that no profile has, for a platform that no run reaches, and beside `--github` */
export function placeWanted(settings: Settings): Wanted | undefined {
  const name = settings.value('platform');
  if (name === undefined || name === '') return;
  if (settings.flag('github'))
    throw new Problem({
      code: 'platform-and-github',
      kind: 'usage',
      what: 'The workflow files follow the candidates of the job file, so --platform and --github are not given together; nothing was written.',
      next: `First "gpu-lease init --platform ${name}", then "gpu-lease init --github".`,
    });
  const profile = profileOfPlatform(name);
  const by = wayOf(profile);
  const place = { name, by };
  const needs = [needed(profile, by, settings.env)].filter((line) => line !== '');
  return by === 'kaggle'
    ? { place, needs, next: 'next: gpu-lease smoke, then gpu-lease kaggle push' }
    : { place, needs };
}

function wayOf({ id, automation }: Profile): WantedPlatform['by'] {
  switch (automation) {
    case 'full':
      return 'renting';
    case 'attach':
      return 'attaching';
    case 'scheduler':
      return 'slurm';
    case 'cluster':
      return 'kubernetes';
    case 'batch':
      return 'kaggle';
    case 'instructions':
      throw new Problem({
        code: 'not-rented',
        kind: 'usage',
        what: `Nothing of ${id} can be rented and reached, so no job file sends a run there; nothing was written.`,
        next:
          id === 'colab'
            ? 'Write one for this machine, "gpu-lease init"; "gpu-lease colab" makes a notebook of it.'
            : 'Name another one: "gpu-lease platforms" lists them with what each can do.',
      });
  }
}

const KEY_OF_BOX =
  'your own SSH key (an agent, or a file that ~/.ssh/config names); in a workflow the secrets GPU_LEASE_SSH_KEY and GPU_LEASE_KNOWN_HOSTS';

function needed(profile: Profile, by: WantedPlatform['by'], env: NodeJS.ProcessEnv): string {
  const { id } = profile;
  switch (by) {
    case 'attaching':
    case 'slurm':
      return `${id} needs ${KEY_OF_BOX}.`;
    case 'kubernetes':
      return `${id} needs a kubeconfig: KUBECONFIG, ~/.kube/config, or its text in the secret KUBE_CONFIG.`;
    case 'kaggle':
      return `${id} needs KAGGLE_API_TOKEN, or KAGGLE_USERNAME with KAGGLE_KEY; in a workflow the secret KAGGLE_API_TOKEN.`;
    case 'renting': {
      const names = keysOfProfile(profile).flat();
      if (names.length === 0) return '';
      const unset = names.filter((name) => !env[name]);
      return `${id} needs ${names.join(' and ')}${unset.length > 0 ? `, and ${unset.join(' and ')} ${unset.length === 1 ? 'is' : 'are'} not set here` : ', which is set here'}; in a workflow a secret of that name.`;
    }
  }
}
