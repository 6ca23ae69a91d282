// Installs what the tests need beyond Node, on Debian or Ubuntu and as far as it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian package for each program that some test needs. */
const PACKAGES = [
  ['/usr/sbin/sshd', 'openssh-server'],
  ['ssh', 'openssh-client'],
  ['git', 'git'],
  ['openssl', 'openssl'],
  ['rsync', 'rsync'],
  ['tmux', 'tmux'],
  ['dash', 'dash'],
  ['busybox', 'busybox-static'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['tcsh', 'tcsh'],
  ['bsd-csh', 'csh'],
  ['shellcheck', 'shellcheck'],
  ['curl', 'curl'],
  ['wget', 'wget'],
  ['chromium', 'chromium'],
  ['python3', 'python3'],
  ['/usr/sbin/slurmctld', 'slurm-wlm'],
  ['/usr/sbin/munged', 'munge'],
  ['/usr/sbin/slurmdbd', 'slurmdbd'],
  ['/usr/sbin/mariadbd', 'mariadb-server'],
  ['etcd', 'etcd-server'],
  ['kubectl', 'kubernetes-client'],
  ['/usr/lib/python3/dist-packages/torch', 'python3-torch'],
];

/** What no Debian package has, and for how many milliseconds at most the first installation may run. */
const INSTALLERS = [
  // The platforms' official clients, for tests that run them against our twins.
  ['official-clients.sh', 600_000],
  // The executor, linters and servers for tests of actions and workflows. Built from source: eight minutes on two cores.
  ['workflow-tools.sh', 1_800_000],
  // Other people's verifiers of attestations: a virtual environment, and a program built from source.
  ['attestation-tools.sh', 1_200_000],
  // A Kubernetes control plane of the testbed, built from source: ten minutes.
  ['kube-programs.sh', 1_800_000],
];

export function installTools(root) {
  for (const [script, timeout] of INSTALLERS)
    spawnSync('sh', [join(root, 'scripts', script)], { stdio: 'inherit', timeout });
  const absent = PACKAGES.filter(([program]) => !isThere(program)).map(([, name]) => name);
  if (absent.length === 0) return;
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    console.log(`# not installed (needs root and apt-get): ${absent.join(', ')}`);
    return;
  }
  console.log(`# installing ${absent.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 });
  // The tests start their own servers; the package must not start one of the system's.
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...absent];
  spawnSync('apt-get', install, { env: { ...env, RUNLEVEL: '1' }, stdio: 'ignore', timeout: 900_000 });
}

const isThere = (program) =>
  program.startsWith('/')
    ? existsSync(program)
    : spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
