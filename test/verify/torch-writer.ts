import { checkpointProgram } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { type ArchiveSpec, type Member, zipFile } from './zip-writer.ts';

export const SIXTEEN = f32(weights(16));

/** The members of a small checkpoint: `w`, 4 x 4, on storage 0. */
export function members(
  program: Uint8Array = checkpointProgram(),
  storages: Record<string, Uint8Array> = { 0: SIXTEEN },
): Member[] {
  return [
    { name: 'archive/data.pkl', data: program },
    ...Object.entries(storages).map(([key, data]) => ({ name: `archive/data/${key}`, data })),
    { name: 'archive/version', data: Buffer.from('3\n') },
  ];
}

export const torchFile = (
  program?: Uint8Array,
  storages?: Record<string, Uint8Array>,
  spec?: ArchiveSpec,
): Uint8Array => zipFile(members(program, storages), spec);

/** The small checkpoint with one member changed. */
export function withMember(name: string, change: Partial<Member>): Uint8Array {
  return zipFile(members().map((member) => (member.name === name ? { ...member, ...change } : member)));
}
