import type { Fault } from '../fault.ts';
import type { Profile } from '../schema.ts';

type Launcher = Profile['drive']['launchers'][number];

/** Which launchers each channel can carry. */
const CARRIES: Record<Profile['drive']['channel'], readonly Launcher[]> = {
  ssh: ['tmux', 'setsid', 'onstart', 'sbatch'],
  'kube-exec': ['kube-job'],
  none: ['kaggle-commit'],
};

export function accessFaults(profile: Profile): Fault[] {
  const { drive, ssh, automation } = profile;
  const found: Fault[] = [];
  for (const [index, launcher] of drive.launchers.entries()) {
    if (CARRIES[drive.channel].includes(launcher)) continue;
    const what = `the launcher "${launcher}" cannot work over the channel "${drive.channel}"`;
    const next = `Over it go: ${CARRIES[drive.channel].join(', ')}.`;
    found.push({ path: ['drive', 'launchers', index], code: 'bad-drive', what, next });
  }
  if (drive.launchers.length === 0 && automation !== 'instructions') {
    const next = 'Name one, or write automation: instructions.';
    found.push({ path: ['drive', 'launchers'], code: 'bad-drive', what: 'there is no launcher', next });
  }
  if (drive.driver === 'none' && automation !== 'instructions') {
    const next = 'Name a driver, or write automation: instructions.';
    found.push({ path: ['drive', 'driver'], code: 'bad-drive', what: 'nothing drives this platform', next });
  }
  if (drive.channel === 'ssh' && ssh === null) {
    const next = 'Describe ssh, or choose another channel.';
    found.push({ path: ['ssh'], code: 'bad-drive', what: 'the channel is ssh and ssh is null', next });
  }
  if (ssh && !ssh.flavours.some((flavour) => flavour.bulk)) {
    const next = 'Name the flavour by which scp and sftp work; without one no artifact can be pulled.';
    found.push({
      path: ['ssh', 'flavours'],
      code: 'no-bulk',
      what: 'no flavour of ssh moves bulk data',
      next,
    });
  }
  return [...found, ...hookFaults(profile)];
}

function hookFaults(profile: Profile): Fault[] {
  return profile.hooks.flatMap((hook, index) =>
    hook.hosts && hook.leave.length === 0
      ? [
          {
            path: ['hooks', index, 'leave'],
            code: 'no-way-back',
            what: `the hook "${hook.id}" cuts off every host but ${hook.hosts.length} and nothing undoes it`,
            next: 'Write the lines that leave it.',
          },
        ]
      : [],
  );
}
