import { createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

/** What a job is, as GitHub puts it into a token. */
export interface Claims {
  iss: string;
  sub: string;
  aud: string;
  /** Seconds since 1970. */
  exp: number;
}

export interface TwinRole {
  arn: string;
  audience: string;
  /** Of the jobs that it trusts. */
  subject: string;
  /** The longest that keys may be lent for. */
  mostSeconds?: number;
}

export interface StsTwin {
  twin: Twin;
  /** Address of the service that lends keys. */
  url: string;
  /** `ACTIONS_ID_TOKEN_REQUEST_*` of a job that may have a token. */
  env: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string };
  /** The signed word about a job. A change of its claims keeps the signature right; a changed text does not. */
  token(audience: string, over?: Partial<Claims>): string;
  /** The claims of a token that was signed here; `undefined` for any other. */
  claimsOf(jwt: string): Claims | undefined;
  /** Session tokens by when they end. */
  lent: Map<string, Date>;
  close(): Promise<void>;
}

const ISSUER = 'https://token.actions.githubusercontent.com';
export const SUBJECT = 'repo:ada/engine:environment:gpu-lease';
const TOKEN_SECONDS = 300;
const LEAST_SECONDS = 900;

/**
 * The runner's endpoint for identity tokens, and a service that lends keys for them as AWS documents
 * `AssumeRoleWithWebIdentity`: an unsigned form, an XML reply, and a refusal with its own code for everything that is wrong. What
 * it lends are the keys it was given, with a session token of its own, so that a server which knows those keys can be asked.
 */
export async function startStsTwin({
  clock,
  roles,
  keys,
}: {
  clock: Clock;
  roles: readonly TwinRole[];
  keys: { accessKeyId: string; secretAccessKey: string };
}): Promise<StsTwin> {
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const requestToken = randomBytes(24).toString('base64url');
  const lent = new Map<string, Date>();
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  function token(audience: string, over: Partial<Claims> = {}): string {
    const claims: Claims = {
      iss: ISSUER,
      sub: SUBJECT,
      aud: audience,
      exp: nowSeconds() + TOKEN_SECONDS,
      ...over,
    };
    const text = [{ typ: 'JWT', alg: 'RS256' }, claims].map(encoded).join('.');
    return `${text}.${createSign('RSA-SHA256').update(text).sign(signing.privateKey).toString('base64url')}`;
  }

  function claimsOf(jwt: string): Claims | undefined {
    const [header = '', payload = '', signature = ''] = jwt.split('.');
    const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
    if (!verify.verify(signing.publicKey, Buffer.from(signature, 'base64url'))) return;
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
  }

  const identity = ({ headers, query }: TwinRequest): TwinReply =>
    headers.authorization === `Bearer ${requestToken}` && query.has('api-version')
      ? { status: 200, body: { value: token(query.get('audience') ?? 'https://github.com/ada') } }
      : { status: 401, body: { message: 'no such request token' } };

  function assume({ method, bytes }: TwinRequest): TwinReply {
    const form = new URLSearchParams(bytes.toString('utf8'));
    if (
      method !== 'POST' ||
      form.get('Action') !== 'AssumeRoleWithWebIdentity' ||
      form.get('Version') !== '2011-06-15'
    )
      return refusal('InvalidAction', 'Could not find operation');
    if (!/^[\w+=,.@-]{2,64}$/.test(form.get('RoleSessionName') ?? ''))
      return refusal('ValidationError', 'Value at roleSessionName failed to satisfy constraint');
    const claims = claimsOf(form.get('WebIdentityToken') ?? '');
    if (!claims || claims.iss !== ISSUER)
      return refusal(
        'InvalidIdentityToken',
        "Couldn't retrieve verification key from your identity provider",
      );
    if (claims.exp < nowSeconds())
      return refusal(
        'ExpiredTokenException',
        `Token expired: current date/time ${nowSeconds()} must be before`,
      );
    const role = roles.find(({ arn }) => arn === form.get('RoleArn'));
    if (role && claims.aud !== role.audience)
      return refusal('InvalidIdentityToken', 'Incorrect token audience');
    if (role?.subject !== claims.sub)
      return refusal('AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity', 403);
    const seconds = Number(form.get('DurationSeconds'));
    if (!(seconds >= LEAST_SECONDS && seconds <= (role.mostSeconds ?? 3600)))
      return refusal(
        'ValidationError',
        'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
      );
    const session = randomBytes(90).toString('base64');
    const until = new Date(clock.now().getTime() + seconds * 1000);
    lent.set(session, until);
    return xml(200, granted(keys, session, until));
  }

  const twin = await startTwin((request) => (request.path === '/oidc' ? identity(request) : assume(request)));
  return {
    twin,
    url: twin.url,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${twin.url}/oidc?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    },
    token,
    claimsOf,
    lent,
    close: () => twin.close(),
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const xml = (status: number, body: string): TwinReply => ({
  status,
  body,
  headers: { 'content-type': 'text/xml' },
});

export const refusal = (code: string, message: string, status = 400): TwinReply =>
  xml(
    status,
    `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <Error><Type>Sender</Type><Code>${code}</Code><Message>${message.replaceAll("'", '&apos;')}</Message></Error>
  <RequestId>1</RequestId>
</ErrorResponse>`,
  );

const granted = (
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
  session: string,
  until: Date,
): string => `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <SubjectFromWebIdentityToken>${SUBJECT}</SubjectFromWebIdentityToken>
    <Credentials>
      <SessionToken>${session}</SessionToken>
      <SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <Expiration>${until.toISOString()}</Expiration>
      <AccessKeyId>${accessKeyId}</AccessKeyId>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`;
