import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * What a test needs beyond Node, and how we know that it is there. `npm test` installs what Debian has; what is still
 * missing makes the test skip by name, and `--require-all` turns that skip into a failure.
 */
const checks = {
  git: () => runs('git', '--version'),
  sshd: () => existsSync('/usr/sbin/sshd'),
  ssh: () => runs('ssh', '-V'),
  openssl: () => runs('openssl', 'version'),
  rsync: () => runs('rsync', '--version'),
  tmux: () => runs('tmux', '-V'),
  dash: () => runs('dash', '-c', ':'),
  bash: () => runs('bash', '-c', ':'),
  zsh: () => runs('zsh', '-c', ':'),
  fish: () => runs('fish', '-c', 'true'),
  tcsh: () => runs('tcsh', '-c', ':'),
  'bsd-csh': () => runs('bsd-csh', '-c', ':'),
  busybox: () => runs('busybox', 'sh', '-c', ':'),
  curl: () => runs('curl', '--version'),
  wget: () => runs('wget', '--version'),
  python3: () => runs('python3', '--version'),
  shellcheck: () => runs('shellcheck', '--version'),
  /** Shows our pages as a reader sees them. */
  chromium: () => runs('chromium', '--version'),
  torch: () => runs('/usr/bin/python3', '-c', 'import torch'),
  numpy: () => runs('/usr/bin/python3', '-c', 'import numpy'),
  /** Networks of their own, which only root may make. */
  netns: () => mayMakeNetworks(),
  /** The platforms' published API descriptions. */
  specs: () => existsSync(join(sharedDir, 'specs', 'README.md')),
  /** The training frameworks, of several GB: `sh scripts/frameworks.sh` installs them. */
  frameworks: () => existsSync(join(frameworksDir, '.installed')),
  /** More libraries that write models, tables and logs, of several GB, too: `sh scripts/zoo.sh` installs them. */
  zoo: () => existsSync(join(zooDir, '.installed')) && existsSync(join(frameworksDir, '.installed')),
  /** The collected facts that the profiles are made from. */
  facts: () => existsSync(join(sharedDir, 'facts', 'platforms.md')),
  /** Daemons and clients of Slurm with its accounting; the nodes of a test bed are started by root alone. */
  slurm: () =>
    process.getuid?.() === 0 &&
    existsSync(join(sharedDir, 'testbed', 'slurm-up.sh')) &&
    ['bin/sbatch', 'sbin/slurmctld', 'sbin/munged', 'sbin/slurmdbd', 'sbin/mariadbd'].every((file) =>
      existsSync(`/usr/${file}`),
    ),
  testbed: () => existsSync(join(sharedDir, 'testbed', 'sshd-up.sh')),
  /** Runs workflows without GitHub and, with us, without containers. */
  act: () => runs(workflowTool('bin/act'), '--version'),
  actionlint: () => runs(workflowTool('bin/actionlint'), '--version'),
  /** Runs hooks before a commit; a Python module, for its own script looks elsewhere for it. */
  'pre-commit': () =>
    runs('env', `PYTHONPATH=${workflowTool('pre-commit')}`, 'python3', '-m', 'pre_commit', '-V'),
  zizmor: () => runs(workflowTool('zizmor/bin/zizmor'), '--version'),
  /** The client that `actions/upload-artifact` is made of. */
  'artifact-client': () => existsSync(ARTIFACT_CLIENT),
  /** GitHub's published description of its REST API. */
  'github-api': () => existsSync(workflowTool('github-api/api.github.com.json')),
  /** Other people's verifiers: `sh scripts/attestation-tools.sh` installs them. */
  'model-signing': () => runs(attestationTool('python'), '-c', 'import model_signing, sigstore'),
  'sigstore-go': () => existsSync(attestationTool('sigstore-go')),
  /** A real Kubernetes control plane (`sh scripts/kube-programs.sh`, ten minutes once), and nodes that run pods. */
  kube: () => hasControlPlane(),
  /** JobSet's own controller and definition: `sh scripts/kube-programs.sh` builds them. */
  jobset: () => Object.values(jobSetProgram()).every((file) => existsSync(file)),
  /** An S3-compatible server. */
  versitygw: () => runs(workflowTool('bin/versitygw'), '--version'),
} satisfies Record<string, () => boolean>;

/** `NAME-client`: the official client of a platform that `test/twins/official/NAME.client` names. */
export type Requirement = keyof typeof checks | `${string}-client`;

/** Test material that lives beside the repository and may be absent in a fresh clone. */
export const sharedDir = process.env['GPU_LEASE_SHARED'] ?? join(import.meta.dirname, '..', '..', 'shared');

const clientsDir = process.env['GPU_LEASE_CLIENTS'] ?? join(homedir(), '.cache', 'gpu-lease-clients');

/** Environment in which python3 finds an official client that scripts/official-clients.sh has installed. */
export const clientEnvironment = (name: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: join(clientsDir, name),
});

/** Where scripts/official-clients.sh puts a file of an official client that runs on Node. */
export const nodeClient = (name: string, file: string): string =>
  join(clientsDir, name, 'node_modules', file);

const frameworksDir =
  process.env['GPU_LEASE_FRAMEWORKS'] ?? join(homedir(), '.cache', 'gpu-lease-frameworks');

const zooDir = process.env['GPU_LEASE_ZOO'] ?? join(homedir(), '.cache', 'gpu-lease-zoo');

/** The interpreter of all libraries of the zoo but TensorFlow. */
export const zooPython = join(zooDir, 'env', 'bin', 'python3');

/** The interpreter of TensorFlow, and of what of the zoo its environment holds beside it. */
export const tensorflowPython = join(zooDir, 'tensorflow', 'bin', 'python3');

/** Where python3, torchrun and the like of the frameworks are. */
export const frameworksBin = join(frameworksDir, 'env', 'bin');

const attestationToolsDir =
  process.env['GPU_LEASE_ATTESTATION_TOOLS'] ?? join(homedir(), '.cache', 'gpu-lease-attestation-tools');

/** A program that scripts/attestation-tools.sh installs. */
export const attestationTool = (name: 'python' | 'sigstore-go'): string =>
  join(attestationToolsDir, name === 'python' ? 'python/bin/python' : name);

const toolsDir = process.env['GPU_LEASE_TOOLS'] ?? join(homedir(), '.cache', 'gpu-lease-tools');

/** Where scripts/workflow-tools.sh puts a file, such as `bin/act`. */
export const workflowTool = (file: string): string => join(toolsDir, file);

export const ARTIFACT_CLIENT = workflowTool('artifact-client/node_modules/@actions/artifact/lib/artifact.js');

/** A program of the control plane that `kube-up.sh build` makes, in the version that the testbed pins. */
export function controlPlaneProgram(
  name: 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler',
): string {
  const pins = readFileSync(join(sharedDir, 'testbed', 'kube', 'go.mod'), 'utf8');
  const [, version = 'none'] = /\bk8s\.io\/kubernetes (v\S+)/.exec(pins) ?? [];
  const cache = process.env['KUBE_TESTBED_CACHE'] ?? join(homedir(), '.cache', 'kube-testbed');
  return join(cache, version, name);
}

/** What scripts/kube-programs.sh builds of JobSet, in the version that test/kubernetes/jobset pins. */
export function jobSetProgram(): { program: string; definition: string } {
  const pins = readFileSync(join(import.meta.dirname, 'kubernetes', 'jobset', 'go.mod'), 'utf8');
  const [, version = 'none'] = /\bsigs\.k8s\.io\/jobset (v\S+)/.exec(pins) ?? [];
  const cache = process.env['GPU_LEASE_JOBSET'] ?? join(homedir(), '.cache', 'gpu-lease-jobset');
  return { program: join(cache, version, 'jobset'), definition: join(cache, version, 'jobsets.yaml') };
}

/** Pods are run in namespaces of their own, which only root may make; their nodes' program is built with Go. */
function hasControlPlane(): boolean {
  if (process.getuid?.() !== 0 || !existsSync(join(sharedDir, 'testbed', 'kube-up.sh'))) return false;
  const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const;
  return (
    programs.every((name) => existsSync(controlPlaneProgram(name))) &&
    runs('etcd', '--version') &&
    runs('kubectl', 'version', '--client') &&
    runs('go', 'version') &&
    runs('unshare', '--mount', 'true')
  );
}

function mayMakeNetworks(): boolean {
  const name = `gl-may-${process.pid}`;
  if (!runs('tc', '-V') || !runs('ip', 'netns', 'add', name)) return false;
  const may = runs('ip', '-n', name, 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'two');
  runs('ip', 'netns', 'del', name);
  return may;
}

const known = new Map<Requirement, boolean>();

/** For `it(name, { skip: missing('sshd') }, ...)`: `false` when everything is there, else the reason. */
export function missing(...requirements: Requirement[]): string | false {
  const absent = requirements.filter((name) => {
    if (!known.has(name)) known.set(name, isKnownThere(name));
    return !known.get(name);
  });
  return absent.length > 0 ? `needs ${absent.join(', ')}` : false;
}

/** Looked at once for all processes of a run of `npm test`: to import torch alone takes a second. */
function isKnownThere(name: Requirement): boolean {
  const run = process.env['GPU_LEASE_TESTS_AT'];
  if (!run) return isThere(name);
  const [yes = '', no = ''] = ['yes', 'no'].map((answer) => join(run, 'requirements', `${name}.${answer}`));
  if (existsSync(yes) || existsSync(no)) return existsSync(yes);
  const is = isThere(name);
  mkdirSync(join(run, 'requirements'), { recursive: true });
  writeFileSync(is ? yes : no, '');
  return is;
}

function isThere(name: Requirement): boolean {
  if (Object.hasOwn(checks, name)) return checks[name as keyof typeof checks]();
  const client = name.replace(/-client$/, '');
  const file = join(import.meta.dirname, 'twins', 'official', `${client}.client`);
  const [kind, packageAt = ''] = readFileSync(file, 'utf8').trim().split(' ');
  return kind === 'npm' ? existsSync(nodeClient(client, packageAt.replace(/@[^@]*$/, ''))) : imports(client);
}

function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

function imports(name: string): boolean {
  try {
    const env = clientEnvironment(name);
    execFileSync('python3', ['-c', `import ${name}`], { env, stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
