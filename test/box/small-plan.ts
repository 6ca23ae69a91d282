import { createHash } from 'node:crypto';
import type { BoxPlan, CodeBundle } from '../../src/box/box-plan.ts';
import { sumsOf } from '../../src/box/keeper.ts';
import { type TarMember, writeTar } from '../../src/box/tar-writer.ts';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** Code that needs no git: path to content; a value that starts with `-> ` is a symbolic link. */
export function codeOf(contents: Record<string, string>): CodeBundle {
  const members: TarMember[] = Object.entries(contents).map(([path, text]) =>
    text.startsWith('-> ')
      ? { path, content: Buffer.alloc(0), link: text.slice(3) }
      : { path, content: Buffer.from(text), executable: path.endsWith('.sh') },
  );
  const files = members.map((member) => ({
    path: member.path,
    sha256: sha256(member.link ?? Buffer.from(member.content)),
    executable: member.executable ?? false,
    ...(member.link === undefined ? {} : { link: member.link }),
  }));
  return { hash: sha256(sumsOf(files)), commit: 'c'.repeat(40), dirty: false, files, tar: writeTar(members) };
}

/** A plan with one quick cell; a test states what it is about. */
export function planOf(over: Partial<BoxPlan> & { command?: string } = {}): BoxPlan {
  const { command = 'echo hello', ...rest } = over;
  return {
    run: 'tiny-7',
    attempt: 1,
    code: codeOf({ 'train.py': 'print("hi")\n' }),
    cells: [{ name: 'main', command, vars: {} }],
    vars: {},
    secrets: {},
    hooks: { enter: [], leave: [] },
    watched: [],
    scratch: [],
    diskFloor: { bytes: 0, inodes: 0 },
    deadManSeconds: 600,
    heartbeatSeconds: 1,
    ...rest,
  };
}
