import { canonicalJson } from '../canonical.ts';
import { secondsBetween } from '../clock.ts';
import type { Resource } from '../platforms/driver.ts';
import type { StrayKind } from './strays.ts';

/** A stray that some look has seen, kept between looks in the note beside the ledger's runs. */
interface Mark {
  platform: string;
  kind: Resource['kind'];
  id: string;
  /** ISO 8601, by the clock of the machine that looked; never the platform's. */
  firstSeenAt: string;
}

export type Marks = ReadonlyMap<string, Mark>;

export interface Marked {
  platform: string;
  resource: Pick<Resource, 'kind' | 'id'>;
}

const VERSION = 1;

/** Total: a note that cannot be read is one without marks, and each stray is seen for the first time again. */
export function readMarks(text: string): Marks {
  let parsed: { version?: unknown; strays?: unknown };
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    return new Map();
  }
  const listed = parsed.version === VERSION && Array.isArray(parsed.strays) ? parsed.strays : [];
  const marks = listed.filter(isMark).map(({ platform, kind, id, firstSeenAt }: Mark): Mark => {
    return { platform, kind, id, firstSeenAt };
  });
  return new Map(marks.map((mark) => [keyOf(mark.platform, mark), mark]));
}

/** Equal marks give equal text. */
export function marksText(marks: Marks): string {
  const strays = [...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => ({ ...mark }));
  return `${canonicalJson({ version: VERSION, strays })}\n`;
}

/**
 * The marks after a look: new strays are marked now, those that are no longer there are unmarked, and platforms that were not
 * looked at keep theirs.
 */
export function remark(
  marks: Marks,
  looked: ReadonlySet<string>,
  seen: readonly Marked[],
  now: Date,
): Map<string, Mark> {
  const after = new Map([...marks].filter(([, mark]) => !looked.has(mark.platform)));
  for (const { platform, resource } of seen) {
    const key = keyOf(platform, resource);
    const before = marks.get(key);
    // Of a clock that is ahead of ours: from here on by ours, else the stray would wait until ours is there as well.
    const firstSeenAt =
      before && Date.parse(before.firstSeenAt) <= now.getTime() ? before.firstSeenAt : now.toISOString();
    after.set(key, { platform, kind: resource.kind, id: resource.id, firstSeenAt });
  }
  return after;
}

export const firstSeen = (marks: Marks, { platform, resource }: Marked): string | undefined =>
  marks.get(keyOf(platform, resource))?.firstSeenAt;

/** A launch needs minutes from its intent to its box; what stays half-created for so long is nobody's work any more. */
const HALF_CREATED_SECONDS = 3600;

/** Whether it was seen long enough ago, in another look, to be reported. */
export function isDue(kind: StrayKind, firstSeenAt: string, now: Date, apartSeconds: number): boolean {
  const needed = kind === 'half-created' ? Math.max(HALF_CREATED_SECONDS, apartSeconds) : apartSeconds;
  return secondsBetween(new Date(firstSeenAt), now) >= needed;
}

const keyOf = (platform: string, { kind, id }: Pick<Resource, 'kind' | 'id'>): string =>
  `${platform}\n${kind}\n${id}`;

function isMark(value: unknown): value is Mark {
  const { platform, kind, id, firstSeenAt } = Object(value) as Record<string, unknown>;
  return (
    [platform, kind, id, firstSeenAt].every((part) => typeof part === 'string') &&
    !Number.isNaN(Date.parse(String(firstSeenAt)))
  );
}
