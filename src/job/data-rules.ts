import { quoted } from '../secret/shape.ts';
import { isMoving, readSource } from './data-source.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { ownerOf } from './keys-of-others.ts';
import type { JobFile } from './schema.ts';

type Item = NonNullable<JobFile['data']>[number];

const OF_S3 = ['endpoint', 'region', 'access-key', 'secret-key'] as const;

export function* dataRules({ parts: { data = [] } }: Context): Generator<Finding> {
  const seen = new Map<string, number>();
  for (const [at, item] of data.entries()) {
    const first = seen.get(item.to);
    if (first !== undefined) {
      const what = `Two of \`data\` go to ${quoted(item.to)}; the second would write over the first.`;
      yield stop('data-twice', ['data', at, 'to'], what, 'Give each a directory of its own.');
    }
    seen.set(item.to, at);
    yield* ofSource(item, at);
    yield* ofToken(item, at);
  }
}

function* ofSource(item: Item, at: number): Generator<Finding> {
  const read = readSource(item.from);
  if ('fault' in read) return;
  const { source } = read;
  const strange = OF_S3.filter((key) => item[key] !== undefined);
  if (source.kind !== 's3' && strange.length > 0) {
    const what = `${strange.map((key) => `\`${key}\``).join(', ')} is of an s3:// source, and ${quoted(item.from)} is none.`;
    yield stop('data-not-s3', ['data', at, strange[0] ?? 'from'], what, 'Remove it.');
  }
  if (source.kind === 's3' && item.token !== undefined) {
    const what = 'A bucket is opened by `access-key` and `secret-key`, not by `token`.';
    yield stop(
      'data-token-of-s3',
      ['data', at, 'token'],
      what,
      'Name the two variables, and remove `token`.',
    );
  }
  if (source.kind === 'web' && item.sha256 === undefined) {
    const what = `Nothing says what ${quoted(item.to)} must hold: the size alone is checked, and a cut download begins anew.`;
    yield warn('data-unproven', ['data', at], what, 'Add `sha256` of the file.');
  }
  if (source.kind === 'web' && item.sha256 === undefined && item.verify !== undefined) {
    const what = `${quoted(item.to)} has no digest, and the box could get other bytes than were verified.`;
    yield stop(
      'data-not-verifiable',
      ['data', at, 'verify'],
      what,
      'Add `sha256` of the file, or remove `verify`.',
    );
  }
  if (isMoving(source) && source.kind === 'hub') {
    const what = `${quoted(source.revision)} of ${quoted(source.repo)} can move: each new run takes what it is then.`;
    yield warn(
      'data-moves',
      ['data', at, 'from'],
      what,
      'Name a commit; `gpu-lease plan` shows the present one.',
    );
  }
}

/** The same rule as for `env`: what opens the user's own accounts stays here. */
function* ofToken({ token }: Item, at: number): Generator<Finding> {
  const owner = token === undefined ? undefined : ownerOf(token);
  if (!owner) return;
  const what = `\`token\` names ${token}, ${owner.is}. It would go to the rented machine, and whoever runs that machine could ${owner.could}.`;
  const next = 'Make a token that may read this one source, and name that.';
  yield stop('key-of-another', ['data', at, 'token'], what, next);
}
