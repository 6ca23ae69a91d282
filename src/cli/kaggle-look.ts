import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeWorldOf } from '../course/store.ts';
import { identityOf } from '../github/identity.ts';
import { publishRecord } from '../github/publish.ts';
import { RecordArtifacts, recordArtifactOf } from '../github/record-artifacts.ts';
import { startingEvent } from '../github/starting-event.ts';
import { openGitHub } from '../github/this-repository.ts';
import type { Job } from '../job/job.ts';
import { type Found, type Look, lookFor, lookText, type Seen } from '../kaggle/look.ts';
import { storesFor } from '../stores/registry.ts';
import type { UploadStep } from '../stores/workflow-artifact-store.ts';
import type { Call } from './call.ts';
import { jobOf } from './kaggle-collect.ts';
import type { Begun, Outcome } from './kaggle-step.ts';
import { secretIn } from './world.ts';

/** As long as GitHub keeps artifacts unless told otherwise: what is forgotten is looked at anew. */
const DAYS = 90;

export const seenIn = (run: string, standing: Begun): Seen => {
  const { number, version, header } = standing.is === 'going-on' ? standing.session : standing.newest.session;
  return { run, session: number, version, commit: header.commit };
};

/** What an earlier look has left of this session. */
export async function lookBefore({ settings, face, signal }: Call, seen: Seen): Promise<Look | undefined> {
  const { env, clock } = settings;
  const github = openGitHub(env, clock, signal);
  if (!github) return;
  const artifacts = new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  const copies = (await artifacts.allIn(recordArtifactOf(seen.run))).get(seen.run) ?? [];
  return lookFor(
    copies.map(({ text }) => text),
    seen,
  );
}

/** What it makes needless: to bring what is stored and still there, and to find out once more what a person was told. */
export async function knownBy(
  call: Call,
  { run, stored, told }: Look,
  standing: Begun,
): Promise<Outcome | undefined> {
  if (standing.is === 'going-on') return;
  const { face } = call;
  if (stored && standing.is === 'done') {
    const job = await jobOf({ settings: call.settings, run }, standing.newest.session.header.commit);
    if (await isThere(call, stored, { run, job })) {
      face.line(`${run} is done, and stored: ${stored.place}`);
      return { state: 'stored', seal: stored.seal, place: stored.place };
    }
    face.warn(
      `what was stored is not there any more, or is another thing (${stored.place}): it is brought and stored again`,
    );
    return;
  }
  // Where there was no room there may be some by now.
  if (!told || !isBySchedule(call) || /store|artifact/.test(told.code)) return;
  face.warn(toldBefore(told.what));
  return { state: 'failed', why: told.what };
}

/** Nobody sits in front of it, and whoever is told is told once. */
export const isBySchedule = ({ settings }: Call): boolean => startingEvent(settings.env).name === 'schedule';

export const toldBefore = (what: string): string =>
  `${what}\nThat was told before: what a schedule starts is red for it once. Next: as it says there, or start this workflow by hand.`;

/** By the store's own digest: what was read back once need not be brought again at each look. */
async function isThere(
  call: Call,
  stored: NonNullable<Look['stored']>,
  { run, job }: { run: string; job: Job },
): Promise<boolean> {
  for (const store of storesFor(stored, job, kaggleStoreWorld(call, run, undefined))) {
    const set = await store.open(stored.id);
    await set?.close();
    if (set) return set.digest === stored.digest;
  }
  return false;
}

/** For the last step of the composite action, which uploads it. */
export function leaveLook({ settings }: Call, seen: Seen, found: Found): void {
  if (settings.env['GITHUB_ACTIONS'] !== 'true') return;
  const dir = mkdtempSync(join(settings.env['RUNNER_TEMP'] || tmpdir(), 'gpu-lease-look-'));
  writeFileSync(join(dir, `${seen.run}.jsonl`), lookText(seen, found), { mode: 0o600 });
  publishRecord({ path: dir, name: recordArtifactOf(seen.run), days: DAYS, mayReplace: true });
}

export function kaggleStoreWorld({ settings, signal }: Call, run: string, uploads: UploadStep | undefined) {
  const { env, clock, storeDir, redactor } = settings;
  const github = openGitHub(env, clock, signal);
  const identity = identityOf(env, redactor);
  return storeWorldOf(
    {
      ...{ clock, signal, storeDir, secret: secretIn(env) },
      ...(github ? { github } : {}),
      ...(identity ? { identity } : {}),
    },
    { id: run },
    uploads,
  );
}
