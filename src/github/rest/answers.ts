import type { z } from 'zod';
import { formatSeconds } from '../../clock.ts';
import { codeIn, neverSent } from '../../host/never-sent.ts';
import { Problem } from '../../problem.ts';
import type { Answer, Asked } from './call.ts';
import { saidIn } from './limits.ts';

/** What GitHub will answer the next time too. Neither its token nor more of its body than the message is shown. */
export function refusal(asked: Asked, answer: Answer): Problem {
  const { status } = answer;
  const said = redacted(saidIn(answer), asked);
  const what = `GitHub answered ${status} to ${asked.name}${said ? ` (${said})` : ''}`;
  const { repository } = asked;
  if (status === 401) {
    return new Problem({
      code: 'github-forbidden',
      kind: 'refused',
      what: `${what}: the token in GH_TOKEN or GITHUB_TOKEN is not valid.`,
      next: `Pass this job's own token on ("GH_TOKEN: \${{ github.token }}"); it ends with its job and cannot be kept.`,
    });
  }
  if (status === 403 || status === 404) {
    const missing = permissionOf(answer) ?? asked.needs;
    return new Problem({
      code: 'github-forbidden',
      kind: 'refused',
      what: `${what}: the token may not do this in ${repository}, or it is not there. It takes the permission "${missing}".`,
      next: `Give the job "permissions: { ${missing} }", beside those that it has; a job that names one permission has no others.`,
    });
  }
  if (status === 410) {
    return new Problem({
      code: 'github-gone',
      kind: 'refused',
      what: `${what}: it was there and has been deleted, has expired, or is switched off.`,
      next: `Look at it in ${repository}; what GitHub has deleted does not come back.`,
    });
  }
  return new Problem({
    code: 'github-refused',
    kind: 'refused',
    what: `${what}.`,
    next: `Look at what GitHub says of the request; the same request is answered in the same way.`,
  });
}

export const throttled = (call: string, answered: string, seconds: number): Problem =>
  new Problem({
    code: 'github-throttled',
    kind: 'unreachable',
    what: `GitHub asks for fewer requests (${call}: ${answered}); it wants to be asked again in ${formatSeconds(seconds)}.`,
    next: 'Run the same command again after that; this request changed nothing. A token has 1,000 requests an hour for all runs of a repository.',
  });

/** No answer, or none that says whether the request was carried out. */
export function lost(asked: Asked, cause: unknown): Problem {
  const { name } = asked;
  const isUnclear = !asked.isRead && !neverSent(cause);
  return new Problem(
    {
      code: isUnclear ? 'github-unclear' : 'github-unreachable',
      kind: 'unreachable',
      what: `GitHub did not answer ${name}: ${redacted(reasonOf(cause), asked)}.${isUnclear ? ' It may have been done nevertheless.' : ''}`,
      next: isUnclear
        ? 'Look whether it was done before it is asked for again; running the same command again does.'
        : 'Run the same command again; it goes on where this one stopped.',
    },
    cause instanceof Error ? { cause: withoutRequest(cause, asked) } : {},
  );
}

export const notUnderstood = (call: string, error: z.ZodError): Problem =>
  new Problem({
    code: 'github-reply',
    kind: 'unreachable',
    // Names of fields, never their values.
    what: `GitHub answered ${call} in a shape that gpu-lease does not know (${error.issues[0]?.path.join('.') || 'body'}: ${error.issues[0]?.code ?? 'differs'}).`,
    next: 'Report this with the version of gpu-lease; the API may have changed.',
  });

/** `actions=read` of the header, as a workflow writes it. Alternatives are separated by `;`, the first one is enough. */
function permissionOf({ headers }: Answer): string | undefined {
  const [first = ''] = String(headers['x-accepted-github-permissions'] ?? '').split(';');
  const pairs = [...first.matchAll(/([a-z_]+)=(read|write|admin)/g)];
  const words = pairs.map(([, name = '', level]) => `${name.replaceAll('_', '-')}: ${level}`);
  return words.length > 0 ? words.join(', ') : undefined;
}

function reasonOf(cause: unknown): string {
  if (isAnswer(cause)) return `${cause.status} ${saidIn(cause)}`.trim();
  const inner = (cause as { cause?: unknown }).cause;
  if ((inner as { name?: string } | undefined)?.name === 'TimeoutError') return 'no answer in time';
  return codeIn(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

const isAnswer = (value: unknown): value is Answer =>
  value !== null && typeof value === 'object' && !(value instanceof Error) && 'data' in value;

/** Octokit's errors carry the whole request, headers and all. */
const withoutRequest = (error: Error, asked: Asked): Error =>
  new Error(redacted(error.message, asked).slice(0, 300));

const redacted = (text: string, { token }: Asked): string =>
  token.length >= 6 ? text.replaceAll(token, '***') : text;
