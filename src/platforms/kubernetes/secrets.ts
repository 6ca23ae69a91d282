import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Kube, KubeRefused } from './api.ts';
import type { Kind } from './kind.ts';
import { type Job, named, SECRETS } from './objects.ts';
import { secretPath, secretsPath } from './paths.ts';

/**
 * What the job's commands may not say aloud, as one Secret of its Job: in no file on the claim, in no pod's specification, and gone with
 * the Job. This account may make and delete Secrets and read none.
 */

/** Where the run's pod has it. */
const FOLDER = '/etc/gpu-lease';
const FILE = 'secrets';
export const SECRET_FILE = `${FOLDER}/${FILE}`;

const secretName = (job: string): string => `gpu-lease-secrets-${job}`;

/** Of the run's pod. Empty where nothing was handed over; who expects something looks whether it is there. */
export const secretVolume = (job: string): object => ({
  name: 'secrets',
  // 0440: of the pod's own group, which is nobody else's.
  secret: { secretName: secretName(job), optional: true, defaultMode: 288 },
});
export const SECRET_MOUNT = { name: 'secrets', mountPath: FOLDER, readOnly: true };

type Owner = Pick<Job['metadata'], 'name' | 'uid'> & { kind: Kind };

/**
 * Before the Job is let go. What an earlier try made, which was cut, is made anew.
 *
 * @returns where the pod reads it
 * @throws Problem `secrets-refused`
 */
export async function handOver(kube: Kube, owner: Owner, text: string): Promise<string> {
  const { name } = owner;
  // Noted first: whoever finds the Job over knows that there may be something to take away.
  await note(kube, owner, 'kept').catch((error: unknown) => {
    throw refused(kube, name, error);
  });
  const make = () =>
    kube.call({
      method: 'POST',
      path: secretsPath(kube.namespace),
      query: { fieldValidation: 'Strict' },
      body: manifest(owner, text),
      reply: z.unknown(),
    });
  try {
    await make().catch(async (error: unknown) => {
      if (!(error instanceof KubeRefused) || error.reason !== 'AlreadyExists') throw error;
      await remove(kube, name);
      await make();
    });
  } catch (error) {
    throw refused(kube, name, error);
  }
  return SECRET_FILE;
}

const manifest = ({ kind, name, uid }: Owner, text: string): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  immutable: true,
  metadata: {
    name: secretName(name),
    labels: { 'app.kubernetes.io/managed-by': 'gpu-lease' },
    ownerReferences: [{ apiVersion: kind.apiVersion, kind: kind.word, name, uid }],
  },
  data: { [FILE]: Buffer.from(text).toString('base64') },
});

/** Of a Job that is over. Quiet where there is none, and where this account may not: then it goes with the Job. */
export async function takeAway(kube: Kube, kind: Kind, { metadata }: Job): Promise<void> {
  const { name, uid, annotations } = metadata;
  if (annotations?.[SECRETS] === undefined) return;
  try {
    await remove(kube, name);
    await note(kube, { kind, name, uid }, null);
  } catch (error) {
    if (!(error instanceof KubeRefused)) throw error;
  }
}

const remove = ({ unlessGone, namespace }: Kube, job: string): Promise<unknown> =>
  unlessGone({ method: 'DELETE', path: secretPath(namespace, secretName(job)), reply: z.unknown() });

const note = (kube: Kube, { kind, name, uid }: Owner, word: 'kept' | null): Promise<unknown> =>
  kube.call({
    method: 'PATCH',
    path: kind.path(kube.namespace, name),
    body: { metadata: { uid, annotations: { [SECRETS]: word } } },
    reply: named,
  });

const refused = ({ target }: Kube, job: string, error: unknown): unknown =>
  error instanceof KubeRefused && error.status !== 403
    ? new Problem(
        {
          code: 'secrets-refused',
          kind: 'unfit',
          what: `The cluster of ${target} does not take the secrets of ${job}: ${error.said}. The Job is suspended and costs nothing; nothing was started.`,
          next: 'Put that right, then run the same command again. A Secret holds no more than one MiB.',
        },
        { cause: error },
      )
    : error;
