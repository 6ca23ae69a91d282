import type { LaunchLine } from '../reading/launch-line.ts';
import { check } from './yaml-text.ts';

/** Where a person wants it to run, as far as a job file says it differently. */
export interface WantedPlatform {
  /** As a profile is called. */
  name: string;
  /** Who gets there: we rent, or a person does and names it; or it takes work and is no box. */
  by: 'renting' | 'attaching' | 'slurm' | 'kubernetes' | 'kaggle';
}

/** @param usesGpu the script does; whoever names a platform that rents wants one in any case */
export function renderResources(
  line: LaunchLine | undefined,
  usesGpu: boolean,
  wanted: WantedPlatform | undefined,
): string[] {
  const hasGpu = usesGpu || (wanted !== undefined && wanted.name !== 'local' && wanted.by !== 'attaching');
  return [
    ...(wanted?.by === 'kubernetes' ? imageLines() : []),
    "# What the box must have: a constraint, never one platform's name of a machine.",
    'resources:',
    ...(hasGpu ? gpuLines(line) : ['  gpu: none']),
    '  disk: 20GB+',
    ...(wanted === undefined || wanted.name === 'local' ? hereLines(hasGpu) : candidateLines(wanted)),
  ];
}

const hereLines = (hasGpu: boolean): string[] => [
  hasGpu
    ? '# In order of preference. local is this machine, which gives no GPU, not even where it has one: name yours in its place.'
    : '# In order of preference. local is this machine; it costs nothing.',
  'candidates:',
  '  - local',
  '  # - {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}',
  '  # - runpod',
];

function candidateLines({ name, by }: WantedPlatform): string[] {
  const head = ['# In order of preference.', 'candidates:'];
  switch (by) {
    case 'renting':
      return [...head, `  - ${name}`];
    case 'attaching':
      return [
        ...head,
        ...check(
          name === 'generic-ssh'
            ? "your box: ssh://user@host:port, or a Host of ~/.ssh/config. 0 is for one's own; else what an hour of it costs."
            : 'the box that you made there: its address as the page shows it, and what an hour of it costs.',
          '  ',
        ),
        `  - {platform: ${name}, attach: "ssh://root@box.example:22", usdPerHour: ${name === 'generic-ssh' ? 0 : 1}}`,
      ];
    case 'slurm':
      return [
        ...head,
        ...check(
          'the login node, ssh://user@host or a Host of ~/.ssh/config; what one allocation may take.',
          '  ',
        ),
        '  - {platform: slurm, queue: "ssh://me@login.cluster.example:22", slurm: {time: 4h}}',
      ];
    case 'kubernetes':
      return [
        ...head,
        ...check('context of the kubeconfig, namespace, claim.', '  '),
        '  - {platform: kubernetes, queue: "kube://context/namespace/claim"}',
      ];
    case 'kaggle':
      return [...head, '  - {platform: kaggle, kaggle: {time: 510min}}'];
  }
}

const imageLines = (): string[] => [
  ...check('your image, by its digest, which a pod is made of.'),
  `image: ghcr.io/me/trainer@sha256:${'0'.repeat(64)}`,
];

/** As many as the people of the repository start it with; how much memory one has is a guess. */
function gpuLines(line: LaunchLine | undefined): string[] {
  const words = line?.launcherArguments.join(' ') ?? '';
  const found = /--(?:nproc[-_]per[-_]node|num_gpus|num_processes)[= ](\d{1,2})(?=\s|$)/.exec(words)?.[1];
  const count = Math.max(1, Number(found ?? 1));
  return [
    ...(line && count > 1
      ? [`  # ${line.place.file}:${line.place.line} starts it on ${count}.`.replace(/[^\x20-\x7e]/g, '?')]
      : []),
    `  gpu: {count: ${count}, memory: 16GB+} # a guess of what it needs; name: [A100, H100] to insist on a card`,
  ];
}
