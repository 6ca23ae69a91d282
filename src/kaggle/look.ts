import { z } from 'zod';

/**
 * What one look in a workflow leaves for those after it, since a run on Kaggle has no record: where its artifacts are, and what a person
 * was told already. It speaks of one version of one session, and of nothing once there is another.
 */
const LookSchema = z.object({
  format: z.literal('gpu-lease-kaggle-look/1'),
  run: z.string(),
  session: z.int().min(1),
  version: z.int().min(1),
  /** Why nothing goes on by itself. */
  told: z.object({ code: z.string().max(80), what: z.string().max(4000) }).nullable(),
  /** As it was found when it was read back. */
  stored: z
    .object({
      seal: z.string().regex(/^[0-9a-f]{64}$/),
      store: z.enum(['workflow-artifact', 'release-asset', 's3', 'hugging-face']),
      id: z.string().max(2000),
      place: z.string().max(2000),
      digest: z.string().max(200),
    })
    .nullable(),
});
export type Look = z.output<typeof LookSchema>;

/** The session that a run stands by. */
export interface Seen extends Pick<Look, 'run' | 'session' | 'version'> {
  /** That it was pushed from. */
  commit: string;
}

export const lookText = (
  { run, session, version }: Pick<Seen, 'run' | 'session' | 'version'>,
  { told, stored }: Found,
): string => {
  const look: Look = { format: 'gpu-lease-kaggle-look/1', run, session, version, told, stored };
  return `${JSON.stringify(look)}\n`;
};

/** What a look found, beside of which session. */
export type Found = Pick<Look, 'told' | 'stored'>;

/** Pure. The newest of them that speaks of that session; `undefined`: nothing is known of it, which says nothing. */
export function lookFor(
  texts: readonly string[],
  seen: Pick<Seen, 'run' | 'session' | 'version'>,
): Look | undefined {
  const [newest] = texts.flatMap((text) => read(text) ?? []);
  const isOf =
    newest && newest.run === seen.run && newest.session === seen.session && newest.version === seen.version;
  return isOf ? newest : undefined;
}

function read(text: string): Look | undefined {
  try {
    return LookSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
