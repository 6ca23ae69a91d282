import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditText } from '../../src/box/keeper-text.ts';
import type { AuditAnswer } from './acted-channel.ts';

const CARDS = {
  'RTX 4090': ['NVIDIA GeForce RTX 4090', 24_564],
  A10: ['NVIDIA A10', 23_028],
  H100: ['NVIDIA H100 80GB HBM3', 81_559],
} as const;

export type Card = keyof typeof CARDS;

const taken = new Map<string, Buffer>();

/** The real program's word of a box with one such card; of `dead` ones of a box whose card fell off. */
export function auditOf(card: Card, isDead: () => boolean): AuditAnswer {
  return (argv) => {
    if (argv[2] !== auditText()) return;
    const key = `${card} ${isDead()}`;
    const known = taken.get(key);
    if (known) return { exitCode: 0, stdout: known, stderr: '' };
    const stdout = take(argv, card, isDead());
    taken.set(key, stdout);
    return { exitCode: 0, stdout, stderr: '' };
  };
}

function take([program = 'sh', ...words]: readonly string[], card: Card, isDead: boolean): Buffer {
  const home = mkdtempSync(join(tmpdir(), 'gl-drill-audit-'));
  try {
    plugIn(home, card, isDead);
    return execFileSync(program, words, {
      cwd: home,
      env: { PATH: `${home}/bin:${process.env['PATH']}`, HOME: home, TMPDIR: home, LANG: 'C.UTF-8' },
      timeout: 60_000,
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The vendor's tool of a box with one such card, idle and well, or with one that no longer answers. */
export function plugIn(home: string, card: Card, isDead = false): void {
  const [name, mib] = CARDS[card];
  mkdirSync(join(home, 'bin'), { recursive: true });
  const well = `case "$*" in
  *index,name,utilization*) echo "0, ${name}, 0, 0, ${mib}, 40, 345, 60" ;;
  *memory.total*) echo "0, ${name}, ${mib}, 5, 00000000:3B:00.0, 570.1" ;;
  *utilization.gpu*) echo "0, 0, 40, 345, 1980, 60" ;;
  *PERFORMANCE*)
    echo "GPU 00000000:3B:00.0"
    for r in "HW Slowdown" "HW Thermal Slowdown" "HW Power Brake Slowdown" "SW Thermal Slowdown"; do echo "        $r : Not Active"; done ;;
esac`;
  const dead =
    'echo "Unable to determine the device handle for GPU 0000:3B:00.0: Unknown Error" >&2; exit 15';
  writeFileSync(join(home, 'bin', 'nvidia-smi'), `#!/bin/sh\n${isDead ? dead : well}\n`, { mode: 0o755 });
}
