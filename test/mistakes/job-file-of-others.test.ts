// Over ten seconds: fifty commands of people who come from another tool, each tried again with what it was answered.
import { missing } from '../requirement.ts';
import { fixed, meant, quotedIn, removed, replaced, rewritten, wholeLine } from './obey.ts';
import { mistakes, type Row } from './table.ts';

/** A mistake in the text of the job file. */
const inFile = (
  name: string,
  [from, to]: readonly [string, string],
  rest: Pick<Row, 'where' | 'what' | 'obey'>,
): Row => ({ name, make: (desk) => desk.swap(from, to), typed: ['plan'], ...rest });

const at = (line: number, column?: number): string =>
  `gpu-lease.yml:${line}:${column === undefined ? '' : `${column}:`}`;

const OF_OTHERS: Row[] = [
  inFile('gpus: A100:2 (Kubernetes, dstack)', ['  gpu: none', '  gpus: A100:2'], {
    where: at(8, 3),
    what: '"gpus"',
    obey: rewritten(),
  }),
  inFile('accelerators: {A100: 8} below resources (SkyPilot)', ['  gpu: none', '  accelerators: {A100: 8}'], {
    where: at(8, 3),
    what: '"accelerators"',
    obey: rewritten(),
  }),
  inFile('memory: 64Gi (Kubernetes)', ['  gpu: none', '  memory: 64Gi'], {
    where: at(8, 11),
    what: '"64Gi"',
    obey: rewritten(),
  }),
  inFile('disk: 50 (vast.ai)', ['  gpu: none', '  disk: 50'], {
    where: at(8, 9),
    what: '50',
    obey: rewritten(),
  }),
  inFile('cpus: 8 (Slurm)', ['  gpu: none', '  cpus: 8'], { where: at(8, 9), what: '8', obey: rewritten() }),
  inFile('timeout: 01:30:00 (Slurm)', ['  timeout: 60s', '  timeout: "00:01:30"'], {
    where: at(13, 12),
    what: '"00:01:30"',
    obey: rewritten(),
  }),
  inFile('timeout: 5m (GitHub, Kubernetes)', ['  timeout: 60s', '  timeout: 5m'], {
    where: at(13, 12),
    what: '"5m"',
    obey: rewritten(),
  }),
  inFile('timeout: 60, without its unit', ['  timeout: 60s', '  timeout: 60'], {
    where: at(13, 12),
    what: '60',
    obey: rewritten(),
  }),
  inFile('smoke memory: 4G', ['  timeout: 60s', '  memory: 4G'], {
    where: at(13, 11),
    what: '"4G"',
    obey: rewritten(),
  }),
  inFile('hours: 24h', ['  hours: 1', '  hours: 24h'], {
    where: at(25, 10),
    what: '"24h"',
    obey: rewritten(),
  }),
  inFile('usd: $20', ['  usd: 1', '  usd: $20'], { where: at(24, 8), what: '"$20"', obey: rewritten() }),
  inFile('a budget in euros', ['  usd: 1', '  usd: 20 €'], {
    where: at(24, 8),
    what: '"20 €"',
    obey: rewritten(),
  }),
  inFile('a negative budget', ['  usd: 1', '  usd: -5'], { where: at(24, 8), what: '-5', obey: rewritten() }),
  inFile('budget: 20', ['budget:\n  usd: 1\n  hours: 1\n  usdPerHour: 1\n', 'budget: 20\n'], {
    where: at(23, 9),
    what: '20',
    obey: rewritten(),
  }),
  inFile('a key of another spelling: max_usd', ['  usdPerHour: 1', '  usd_per_hour: 1'], {
    where: at(26, 3),
    what: '"usd_per_hour"',
    obey: meant,
  }),
  inFile('a key twice', ['  usd: 1', '  usd: 1\n  usd: 2'], {
    where: at(25, 3),
    what: '"usd"',
    obey: removed(),
  }),
  inFile('a key with nothing behind it', ['vars:\n', 'setup:\nvars:\n'], {
    where: at(3, 1),
    what: '`setup`',
    obey: removed(),
  }),
  inFile('candidates: local, no list', ['candidates:\n  - local\n', 'candidates: local\n'], {
    where: at(9, 13),
    what: '"local"',
    obey: rewritten(),
  }),
  inFile('retry: 3', ['budget:', 'retry: 3\nbudget:'], { where: at(23, 8), what: '3', obey: rewritten() }),
  inFile('watch: 10min', ['budget:', 'watch: 10min\nbudget:'], {
    where: at(23, 8),
    what: '"10min"',
    obey: rewritten(),
  }),
  inFile('on-finish: stop (RunPod)', ['budget:', 'on-finish: stop\nbudget:'], {
    where: at(23, 12),
    what: '"stop"',
    obey: replaced(/Write one of them: (\w+)/),
  }),
  inFile('a role that is none', ['    role: metrics', '    role: metric'], {
    where: at(19, 11),
    what: '"metric"',
    obey: meant,
  }),
  inFile(
    'allow-degraded: yes (YAML 1.1)',
    ['    role: metrics', '    role: metrics\n    allow-degraded: yes'],
    {
      where: at(20, 21),
      what: '"yes"',
      obey: rewritten(),
    },
  ),
  inFile(
    'smoke: no (Norway)',
    [
      'smoke:\n  run: TINY_STEPS=5 TINY_STEP_MS=0 node train.mjs\n  timeout: 60s\n  drill: none\n',
      'smoke: no\n',
    ],
    {
      where: at(11, 8),
      what: '"no"',
      obey: rewritten(),
    },
  ),
  inFile('drill: false', ['  drill: none', '  drill: false'], {
    where: at(14, 10),
    what: 'false',
    obey: rewritten(),
  }),
  inFile(
    'smoke: a command and no mapping',
    [
      'smoke:\n  run: TINY_STEPS=5 TINY_STEP_MS=0 node train.mjs\n  timeout: 60s\n  drill: none\n',
      'smoke: TINY_STEPS=5 node train.mjs\n',
    ],
    {
      where: at(11, 8),
      what: '"TINY_STEPS=5 node train.mjs"',
      obey: rewritten(),
    },
  ),
  inFile(
    'run: [node, train.mjs] (Dockerfile)',
    ['run: node train.mjs\nvars', 'run: [node, train.mjs]\nvars'],
    {
      where: at(2, 6),
      what: 'a list',
      obey: rewritten(),
    },
  ),
  inFile(
    'vars as a list of KEY=value (compose)',
    [
      'vars:\n  TINY_STEPS: 40\n  TINY_STEP_MS: 5\n  TINY_CKPT_EVERY: 10\n',
      'vars: [TINY_STEPS=40, TINY_STEP_MS=5]\n',
    ],
    {
      where: at(3, 7),
      what: 'a list',
      obey: rewritten(),
    },
  ),
  inFile('env: [KEY=value]', ['budget:', 'env:\n  - WANDB_MODE=offline\nbudget:'], {
    where: at(24, 5),
    what: '"WANDB_MODE=...',
    obey: rewritten(),
  }),
  inFile('env: {KEY: value} (GitHub Actions)', ['budget:', 'env: { WANDB_MODE: offline }\nbudget:'], {
    where: at(23, 1),
    what: 'WANDB_MODE',
    obey: rewritten(/`(env: \[[^`]+\])`/),
  }),
  inFile(
    'an artifact as a bare path',
    ['  - path: metrics.jsonl\n    role: metrics\nmetrics', '  - metrics.jsonl\nmetrics'],
    {
      where: at(18, 5),
      what: '"metrics.jsonl"',
      obey: rewritten(),
    },
  ),
  inFile('an artifact with backslashes (Windows)', ['path: checkpoints/last', 'path: checkpoints\\last'], {
    where: at(16, 11),
    what: 'checkpoints\\\\last.safetensors',
    obey: rewritten(),
  }),
  inFile(
    'an artifact below $GPU_LEASE_OUT',
    ['path: checkpoints/last', 'path: $GPU_LEASE_OUT/checkpoints/last'],
    {
      where: at(16, 11),
      what: '$GPU_LEASE_OUT/checkpoints/last.safetensors',
      obey: rewritten(),
    },
  ),
  inFile('an artifact above the output folder', ['path: checkpoints/last', 'path: ../checkpoints/last'], {
    where: at(16, 11),
    what: '../checkpoints/last.safetensors',
    obey: rewritten(),
  }),
  inFile(
    'a glob that begins with a star, without quotes',
    ['path: checkpoints/last.safetensors', 'path: *.safetensors'],
    {
      where: at(16, 11),
      what: '*.safetensors',
      obey: rewritten(),
    },
  ),
  inFile(
    'a colon in a command without quotes',
    ['run: node train.mjs\nvars', 'run: node train.mjs --note lr: 0.1\nvars'],
    {
      where: at(2),
      what: 'lr: 0.1',
      obey: wholeLine,
    },
  ),
  inFile('a bracket that is not closed', ['  gpu: none', '  gpu: { memory: 24GB+'], {
    where: at(8),
    what: '{',
    obey: wholeLine,
  }),
  inFile('a quote that is not closed', ['run: node train.mjs\nvars', 'run: "node train.mjs\nvars'], {
    where: at(2),
    what: '"',
    obey: wholeLine,
  }),
  inFile('cells: []', ['budget:', 'cells: []\nbudget:'], {
    where: at(23, 8),
    what: 'a list',
    obey: (message, desk) => {
      quotedIn(message, /leave `(cells)` out/i);
      desk.swap('cells: []\n', '');
      return undefined;
    },
  }),
  inFile('a cell twice', ['budget:', 'cells:\n  - name: a\n  - name: a\nbudget:'], {
    where: at(25),
    what: '"a"',
    obey: rewritten(/such as `([^`]+)`/),
  }),
  inFile(
    'a password in the address of a box',
    ['  - local', '  - { platform: generic-ssh, attach: "ssh://root:hunter2@10.0.0.7", usdPerHour: 0 }'],
    {
      where: at(10),
      what: 'password',
      obey: (message, desk) => {
        const form = quotedIn(message, /write (ssh:\/\/user@host:port)/i);
        desk.swap(
          'ssh://root:hunter2@10.0.0.7',
          form.replace('user', 'root').replace('host:port', '10.0.0.7:22'),
        );
        desk.swap('  - { platform: generic-ssh', '  - local\n  - { platform: generic-ssh');
        return undefined;
      },
    },
  ),
  inFile('a tag for an image', ['budget:', 'image: pytorch/pytorch:2.6\nbudget:'], {
    where: at(23, 8),
    what: 'pytorch/pytorch:2.6',
    obey: (message, desk) => {
      const form = quotedIn(message, /Write it as (name@sha256:<digest>)/);
      quotedIn(message, /`(docker buildx imagetools inspect pytorch\/pytorch:2\.6)`/);
      desk.swap(
        'pytorch/pytorch:2.6',
        form.replace('name', 'pytorch/pytorch').replace('<digest>', 'a'.repeat(64)),
      );
      return undefined;
    },
  }),
  {
    name: 'several at once, which "gpu-lease fix" writes',
    make: (desk) => {
      desk.swap('artifacts:', 'artefacts:');
      desk.swap('  timeout: 60s', '   timeout: 1m');
      desk.swap('candidates:\n  - local\n', 'candidates: local\n');
      desk.swap('  hours: 1', '  hours: 24h');
      desk.swap('  gpu: none', '  gpus: A100:8');
    },
    typed: ['plan'],
    where: at(12),
    what: '3 spaces',
    obey: fixed,
  },
];

mistakes('mistakes in the job file of people who come from another tool', OF_OTHERS, {
  skip: missing('git'),
  timeout: 200_000,
});
