import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Kube, KubeRefused } from './api.ts';
import { allowed, partsOf, podsOf, read } from './box.ts';
import { BEGUN, KUEUE, named, QUEUE_NAME } from './objects.ts';
import { podPath } from './paths.ts';
import { handOver, SECRET_FILE } from './secrets.ts';
import { isAlive } from './standing.ts';

/** What is done to a submission that is there; how it stands is looked up in box.ts. */

/** @returns the file in its pod in which the text will lie */
export async function keepSecrets(kube: Kube, boxId: string, text: string): Promise<string> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const { metadata } = await allowed(kube, kube.call({ method: 'GET', path, reply: kind.one }));
  // Let go, its pod may be about to read them.
  const isBegun = metadata.uid === uid && metadata.annotations?.[BEGUN] !== undefined;
  return isBegun ? SECRET_FILE : allowed(kube, handOver(kube, { kind, name, uid }, text));
}

/** For who would look at it by hand, once all of its work is brought home and proven. */
const FORGET_SECONDS = 3600;

/** Quiet about what is gone or is another one of its name. */
export async function forget(kube: Kube, boxId: string): Promise<void> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const body = { metadata: { uid }, spec: { ttlSecondsAfterFinished: FORGET_SECONDS } };
  await allowed(
    kube,
    kube.unlessGone({ method: 'PATCH', path, body, reply: z.unknown() }).catch(unlessAnother),
  );
}

/** 409: another one of that name, which is not meant. */
const unlessAnother = (error: unknown): undefined => {
  if (error instanceof KubeRefused && error.status === 409) return undefined;
  throw error;
};

/** Let go once. Kueue lets go itself what bears the name of its queue; until then the name is only noted, and another one borne. */
export async function begin(kube: Kube, boxId: string): Promise<void> {
  const parts = partsOf(kube, boxId);
  const path = parts.kind.path(kube.namespace, parts.name);
  const { uid } = parts;
  const found = await read(kube, parts);
  if (found?.metadata.uid !== uid || found.metadata.annotations?.[BEGUN] !== undefined) return;
  const queue = found.metadata.annotations?.[KUEUE];
  const body = {
    metadata: {
      uid,
      annotations: { [BEGUN]: 'yes' },
      ...(queue === undefined ? {} : { labels: { [QUEUE_NAME]: queue } }),
    },
    ...(queue === undefined ? { spec: { suspend: false } } : {}),
  };
  await allowed(kube, kube.call({ method: 'PATCH', path, body, reply: z.unknown() })).catch(
    (error: unknown) => {
      throw refusedToBegin(kube, boxId, error);
    },
  );
}

const refusedToBegin = ({ target }: Kube, boxId: string, error: unknown): unknown =>
  error instanceof KubeRefused
    ? new Problem(
        {
          code: 'begin-refused',
          kind: 'unfit',
          what: `Kubernetes does not let ${boxId} go: ${error.said}. It is suspended and costs nothing.`,
          next: `Look at it with "kubectl describe job" at ${target}; then run the same command again, or release it.`,
        },
        { cause: error },
      )
    : error;

/** With its pods, each of which has its grace to save; the claim stays. Named by its uid, so that no other of its name is meant. */
export async function remove(kube: Kube, boxId: string): Promise<void> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const body = { propagationPolicy: 'Foreground', preconditions: { uid } };
  const path = kind.path(kube.namespace, name);
  await allowed(
    kube,
    kube.unlessGone({ method: 'DELETE', path, body, reply: z.unknown() }).catch(unlessAnother),
  );
  const found = await allowed(kube, kube.unlessGone({ method: 'GET', path, reply: named }));
  if (found?.metadata.uid === uid) return;
  for (const { metadata } of (await podsOf(kube, { kind, uid })).filter(isAlive))
    await allowed(
      kube,
      kube.unlessGone({ method: 'DELETE', path: podPath(kube.namespace, metadata.name), reply: z.unknown() }),
    );
}
