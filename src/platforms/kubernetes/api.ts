import { request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import { z } from 'zod';
import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { type Access, accessTo } from './access.ts';

const TIMEOUT_SECONDS = 30;
const MAX_BYTES = 64 * 2 ** 20;
/** Seconds before each further try. Every call of ours may be made twice: names are unique, and deletes name the one that is meant. */
const PAUSES = [1, 3];

interface Call<T> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the server, every segment checked or encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  reply: z.ZodType<T>;
}

/** The API server of one cluster, seen from one namespace. */
export interface Kube extends Omit<Access, 'options'> {
  /** @throws KubeRefused for a no; Problem `queue-silent` where nobody answered */
  call<T>(call: Call<T>): Promise<T>;
  /** The same; `undefined` where there is no such thing. */
  unlessGone<T>(call: Call<T>): Promise<T | undefined>;
  access(): Promise<Access>;
}

/** A no of the API server, in its own words. */
export class KubeRefused extends PlatformAnswer {
  override readonly name = 'KubeRefused';
  constructor(
    readonly status: number,
    /** `Forbidden`, `AlreadyExists`, `Invalid`. */
    readonly reason: string,
    readonly said: string,
    call: string,
  ) {
    super(`${call}: ${status} ${said}`);
  }
}

const refusal = z.object({ reason: z.string().optional(), message: z.string().optional() });

export async function openKube(context: PlatformContext): Promise<Kube> {
  const access = await accessTo(context);
  const line = { access, context };
  return {
    ...access,
    access: async () => access,
    call: (call) => answerTo(line, call),
    unlessGone: (call) =>
      answerTo(line, call).catch((error: unknown) => {
        if (error instanceof KubeRefused && error.status === 404) return undefined;
        throw error;
      }),
  };
}

interface Line {
  access: Access;
  context: PlatformContext;
}

interface Answer {
  status: number;
  body: string;
}

async function answerTo<T>(line: Line, call: Call<T>): Promise<T> {
  const { clock, signal } = line.context;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await once(line, call).catch((error: unknown) => asError(error));
    const pause = PAUSES[attempt];
    const isLost = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!isLost) return settled(line, call, answer);
    if (pause === undefined || signal?.aborted) throw silent(line.access, answer);
    await clock.sleep(pause, signal);
  }
}

const asError = (error: unknown): Error => {
  if (error instanceof Problem) throw error;
  return error instanceof Error ? error : new Error(String(error));
};

function settled<T>({ access }: Line, { method, path, reply }: Call<T>, { status, body }: Answer): T {
  const call = `Kubernetes ${method} ${path}`;
  const json = parsed(body);
  if (status < 200 || status > 299) {
    const { reason = '', message = '' } = refusal.safeParse(json).data ?? {};
    if (status === 401) throw unknownUser(access, oneLine(message));
    throw new KubeRefused(status, reason, oneLine(message, 600) || oneLine(body, 200), call);
  }
  const read = reply.safeParse(json);
  if (read.success) return read.data;
  throw new PlatformAnswer(`${call}: ${status} with a body of another shape`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function once(
  { access, context }: Line,
  { method, path, query = {}, body }: Call<unknown>,
): Promise<Answer> {
  const url = new URL(access.server + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  const options = await access.options();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return exchanged(url, text, {
    ...options,
    method,
    headers: {
      ...options.headers,
      accept: 'application/json',
      'user-agent': 'gpu-lease',
      ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    },
    signal: AbortSignal.any([
      AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
      ...(context.signal ? [context.signal] : []),
    ]),
  });
}

function exchanged(url: URL, text: string | undefined, options: RequestOptions): Promise<Answer> {
  const request = url.protocol === 'http:' ? requestPlain : requestSafely;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) sent.destroy(new Error(`an answer of more than ${MAX_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.complete)
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        else reject(new Error('the answer was cut'));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function silent({ server, target }: Access, answer: Answer | Error): Problem {
  const why = answer instanceof Error ? oneLine(answer.message, 200) : `status ${answer.status}`;
  return new Problem(
    {
      code: 'queue-silent',
      kind: 'unreachable',
      what: `The API server of ${target} (${server}) does not answer: ${why}. This says nothing about jobs there.`,
      next: 'Try "kubectl get jobs" with the same kubeconfig; then run the same command again.',
    },
    answer instanceof Error ? { cause: answer } : {},
  );
}

const unknownUser = ({ target }: Access, said: string): Problem =>
  new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `The API server of ${target} does not know who asks (401${said === '' ? '' : `: ${said}`}). Nothing was changed.`,
    next: 'Log in again with the tool of your cluster, or make a new kubeconfig; "kubectl auth whoami" shows whether it works.',
  });

/** @returns what was refused to this user, as a Problem; `undefined` for any other no */
export function notAllowed({ target, namespace }: Kube, error: unknown): Problem | undefined {
  if (!(error instanceof KubeRefused) || error.status !== 403 || isQuota(error)) return;
  return new Problem(
    {
      code: 'api-key-may-not',
      kind: 'usage',
      what: `The API server of ${target} refuses it: ${error.said}.`,
      next: `Give that user the role of examples/kubernetes/rbac.yml: kubectl apply -n ${namespace} -f examples/kubernetes/rbac.yml; then run the same command again.`,
    },
    { cause: error },
  );
}

export const isQuota = ({ said }: KubeRefused): boolean => /exceeded quota|\bquota\b/i.test(said);
