import type { DataSource } from './job.ts';

const OWNED = '[A-Za-z0-9][A-Za-z0-9._-]{0,95}';
const HUB = new RegExp(`^hf://(?:(datasets|models)/)?(${OWNED}/${OWNED})(?:/([^@]+))?(?:@(.+))?$`);
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
/** A branch, a tag, a commit, or `refs/pr/7`. */
const REVISION = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;
const COMMIT = /^[0-9a-f]{40}$/;

/** A bucket by its name alone: where it is and what opens it stands beside `from`. */
type Named = Exclude<DataSource, { kind: 's3' }> | { kind: 's3'; bucket: string; prefix: string };
type Read = { source: Named } | { fault: string };

/** What `from` of one of the job's `data` names. */
export function readSource(text: string): Read {
  if (text.startsWith('hf://')) return hubSource(text);
  if (text.startsWith('s3://')) return bucketSource(text);
  if (/^https?:\/\//i.test(text)) return webSource(text);
  return {
    fault:
      'is no source: write hf://owner/name@revision, hf://datasets/..., s3://bucket/folder or https://...',
  };
}

export function sourceFault(text: string): string | undefined {
  const read = readSource(text);
  return 'fault' in read ? read.fault : undefined;
}

/** Whether the same name may hold something else tomorrow. */
export const isMoving = (source: Named): boolean => source.kind === 'hub' && !COMMIT.test(source.revision);

function hubSource(text: string): Read {
  const [, type, repo, path, revision = 'main'] = HUB.exec(text) ?? [];
  if (repo === undefined)
    return { fault: 'is not of the form hf://owner/name[/path]@revision or hf://datasets/owner/name...' };
  if (!REVISION.test(revision) || revision.includes('..'))
    return { fault: 'names no revision behind its "@"' };
  const fault = path === undefined ? undefined : nameFault(path);
  if (fault !== undefined) return { fault: `has a path that ${fault}` };
  const kind = type === 'datasets' ? 'dataset' : 'model';
  return { source: { kind: 'hub', type: kind, repo, revision, ...(path !== undefined && { path }) } };
}

function bucketSource(text: string): Read {
  const [, bucket, rest = ''] = BUCKET.exec(text) ?? [];
  if (bucket === undefined) return { fault: 'is not of the form s3://bucket/folder' };
  const prefix = rest.replace(/\/+$/, '');
  const fault = prefix === '' ? undefined : nameFault(prefix);
  return fault === undefined
    ? { source: { kind: 's3', bucket, prefix } }
    : { fault: `has a folder that ${fault}` };
}

/** Never repeats the text: it may hold a password. */
function webSource(text: string): Read {
  if (!URL.canParse(text)) return { fault: 'is no address' };
  const { protocol, username, password, hash, hostname, pathname } = new URL(text);
  if (username !== '' || password !== '')
    return { fault: 'holds a name or password; a token goes by "token"' };
  if (hash !== '') return { fault: 'has a fragment' };
  if (protocol === 'http:' && !isLoopback(hostname)) return { fault: 'is not https' };
  if (nameFault(lastName(pathname)) !== undefined) return { fault: 'names no file at its end' };
  return { source: { kind: 'web', url: new URL(text).href } };
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** The file that an address names; empty where it names none. */
export function lastName(pathname: string): string {
  const name = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** Why a file of this name is not written below a directory, as the end of a sentence; the name is a stranger's. */
export function nameFault(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'holds a control character or a backslash';
  if (path.startsWith('/')) return 'is absolute';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'leads out of its folder';
  if (parts.some((part) => Buffer.byteLength(part) > 255) || path.length > 1000) return 'is too long';
  return parts.includes('.gpu-lease') ? 'is kept for gpu-lease itself' : undefined;
}
