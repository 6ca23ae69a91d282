import type { Clock } from '../../src/clock.ts';
import type { TwinReply, TwinRequest } from './twin.ts';
import { type Json, onlyKnown, refuse } from './verda-requests.ts';

export const CLIENT_ID = 'client-id-of-the-twin';
export const CLIENT_SECRET = 'client-secret-of-the-twin';
export const READ_ONLY_SECRET = 'client-secret-that-only-looks';

/** Logins and their tokens. `secrets` is everything that it was given or gave out and nobody may repeat. */
export function verdaGate(clock: Clock, tokenSeconds: number) {
  const tokens = new Map<string, { until: number; readOnly: boolean }>();
  const secrets = [CLIENT_SECRET, READ_ONLY_SECRET];
  let count = 0;

  function login(body: Json): TwinReply {
    const unknown = onlyKnown(body, ['grant_type', 'client_id', 'client_secret', 'refresh_token']);
    if (unknown) return refuse(400, 'invalid_request', unknown);
    const isOurs = body['client_id'] === CLIENT_ID;
    const readOnly = body['client_secret'] === READ_ONLY_SECRET;
    if (
      body['grant_type'] !== 'client_credentials' ||
      !isOurs ||
      !(readOnly || body['client_secret'] === CLIENT_SECRET)
    )
      return refuse(401, 'unauthorized_request', 'Invalid client credentials');
    count += 1;
    const access_token = `verda-access-token-${count}`;
    secrets.push(access_token);
    tokens.set(access_token, { until: clock.now().getTime() + tokenSeconds * 1000, readOnly });
    const scope = 'cloud-api-v1';
    return {
      status: 200,
      body: {
        access_token,
        refresh_token: `refresh-${count}-of-verda`,
        scope,
        token_type: 'Bearer',
        expires_in: tokenSeconds,
      },
    };
  }

  /** What is wrong with the token, or nothing. */
  function refusal({ headers, method }: TwinRequest): TwinReply | undefined {
    const [, value] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    const token = tokens.get(value ?? '');
    if (!token || clock.now().getTime() >= token.until)
      return refuse(401, 'unauthorized_request', 'Access token is missing or invalid');
    if (token.readOnly && method !== 'GET')
      return refuse(403, 'forbidden_action', 'These credentials may not do this');
    return;
  }

  return { login, refusal, secrets, forget: () => tokens.clear() };
}
