import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, openApi, PlatformAnswer } from '../api.ts';
import { apiBaseOf, type PlatformContext } from '../context.ts';
import { errorSchema } from './replies.ts';

const TOKEN = 'KAGGLE_API_TOKEN';
const USER = 'KAGGLE_USERNAME';
const KEY = 'KAGGLE_KEY';

/** One service of Kaggle's present API: `POST /v1/SERVICE/METHOD` with JSON both ways, as its official client speaks it. */
export interface KaggleApi {
  /** Whose kernels are meant. Asked of Kaggle once where only a token is known. */
  user(): Promise<string>;
  /**
   * @throws ApiRefused for a no, also for one that stands in an answer of 200
   * @throws ApiUnclear where the answer was lost and the call is not `repeatable`
   */
  call<T>(method: string, body: object, reply: z.ZodType<T>, repeatable?: boolean): Promise<T>;
  /** One look may be followed by another at the same thing. */
  pause(seconds: number): Promise<void>;
}

const Token = z.looseObject({ active: z.boolean().optional(), username: z.string().optional() });

export function openKaggle(context: PlatformContext): KaggleApi {
  const login = loginOf(context);
  const api = openApi({
    name: 'Kaggle',
    base: apiBaseOf(context, 'kaggle', 'https://api.kaggle.com'),
    headers: () => ({ authorization: login.authorization }),
    secrets: login.secrets,
    clock: context.clock,
    explain: (body) => errorSchema.safeParse(body).data?.message,
    keyName: login.keyName,
    // A wrong name is answered like a key that may not: who asked knows what it means.
    refused: (refused) => refused,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  let user: Promise<string> | undefined = login.user === undefined ? undefined : Promise.resolve(login.user);
  return {
    user: () => {
      user ??= userOf(api, login.secrets[0] ?? '');
      return user;
    },
    call: (method, body, reply, repeatable = true) =>
      ask(api, `kernels.KernelsApiService/${method}`, { body, reply, repeatable }),
    pause: (seconds) => api.pause(seconds),
  };
}

interface Asked<T> {
  body: object;
  reply: z.ZodType<T>;
  repeatable: boolean;
}

/** A no may stand in an answer of 200: `code` is 400 or more then. */
async function ask<T>(api: Api, method: string, { body, reply, repeatable }: Asked<T>): Promise<T> {
  const path = `/v1/${method}`;
  const answer = await api.call({
    method: 'POST',
    path,
    body,
    repeatable,
    reply: z.unknown(),
    asAnswered: true,
    timeoutSeconds: 60,
  });
  const no = errorSchema.safeParse(answer).data;
  if (no?.code !== undefined && no.code >= 400)
    throw new ApiRefused(no.code, no.message ?? '', answer, `Kaggle POST ${path}`);
  const read = reply.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PlatformAnswer(
    `Kaggle POST ${path} answered in a shape that gpu-lease does not know (${issue?.path.join('.') || 'body'}: ${issue?.code ?? 'differs'})`,
  );
}

async function userOf(api: Api, token: string): Promise<string> {
  const told = await ask(api, 'security.OAuthService/IntrospectToken', {
    body: { token },
    reply: Token,
    repeatable: true,
  });
  if (told.active && told.username) return told.username;
  throw new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `Kaggle does not accept the token in ${TOKEN}: it is not active.`,
    next: `Make a new one at kaggle.com/settings (API), store it as ${TOKEN}, and run the same command again.`,
  });
}

interface Login {
  authorization: string;
  secrets: string[];
  keyName: string;
  user?: string;
}

/** The token counts for more, as in Kaggle's own client. */
function loginOf({ secret }: PlatformContext): Login {
  const [token, user, key] = [TOKEN, USER, KEY].map((name) => secret(name)?.trim() ?? '');
  if (token)
    return {
      authorization: `Bearer ${token}`,
      secrets: [token],
      keyName: TOKEN,
      ...(user ? { user } : {}),
    };
  if (user && key) {
    const basic = Buffer.from(`${user}:${key}`).toString('base64');
    return { authorization: `Basic ${basic}`, secrets: [key, basic], keyName: KEY, user };
  }
  throw new Problem({
    code: 'api-key-missing',
    kind: 'usage',
    what: `Kaggle needs a login, and neither ${TOKEN} is set nor ${USER} together with ${KEY}; nothing was asked or pushed.`,
    next: `Make a token at kaggle.com/settings (API) and set ${TOKEN}; in a workflow store it as a secret of the environment that holds the keys (gpu-lease).`,
  });
}
