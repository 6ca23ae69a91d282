import type { Role } from '../../evidence-level.ts';
import type { RangeSource } from '../contract/source.ts';
import { isFaultless } from '../text/unnamed.ts';
import { FORMATS } from './formats.ts';
import { unreadKind } from './unread.ts';

const BY_FORMAT: Readonly<Record<string, Role>> = {
  safetensors: 'checkpoint',
  'torch-legacy': 'checkpoint',
  jsonl: 'metrics',
  csv: 'metrics',
  json: 'config',
  text: 'log',
  // Many a log begins like a mapping.
  yaml: 'log',
};

/** What a file that begins so usually is. Of what nobody can read only a digest proves anything: `opaque`. */
export function roleByContent(head: Uint8Array, sizeBytes: number): Role {
  if (unreadKind({ head, sizeBytes }) !== undefined) return 'opaque';
  const known = (role: Role) =>
    FORMATS.find((each) => {
      const probe = { head, sizeBytes, role };
      return each.recognises(probe) && isFaultless(each.name, probe);
    });
  // Plain text is recognised only where it is asked for: nearly anything could be taken for it.
  const format = known('archive') ?? known('config');
  // A library's code and a program's table begin with more letters than other bytes, and no text holds a zero.
  const isText = format?.name !== 'text' || !head.includes(0);
  return format === undefined || !isText ? 'opaque' : (BY_FORMAT[format.name] ?? 'archive');
}

const HEAD_BYTES = 64 * 1024;

/** The same of a source, by its first 64 KiB. */
export async function roleOfSource(source: RangeSource): Promise<Role> {
  return roleByContent(await source.read(0, Math.min(HEAD_BYTES, source.sizeBytes)), source.sizeBytes);
}
