import { atPrice, ODD_ANSWERS, withFields } from '../platforms/odd-answers.ts';
import type { SECOND_SOURCE } from '../platforms/second-source.ts';
import type { Fault, TwinReply, TwinRequest } from '../twins/twin.ts';
import type { TwinAccounts } from './twin-accounts.ts';
import { HOUR, isIn, type Span } from './weather.ts';

type Behaviour = keyof typeof SECOND_SOURCE;

export const BEHAVIOURS: readonly Behaviour[] = [
  'no-in-other-words',
  'unknown-id-400',
  'turned-away',
  'create-500-made',
  'listing-lag',
  'running-and-dead',
  'boot-25-minutes',
  'evicted-while-booting',
  'zero-balance',
  'price-changed',
  'delayed-invoice',
  '503-without-words',
];

const YES: TwinReply = { status: 200, body: { code: 'Success', RetCode: 0 } };
const SERVER_ERROR: TwinReply = { status: 500, body: 'Internal Server Error' };
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Lets the twin behave for a whole story as the second source tells of it, and answer nobody while it is down. */
export function beset(
  accounts: TwinAccounts,
  behaviour: Behaviour | undefined,
  { down, random, from }: { down: readonly Span[]; random: () => number; from: number },
): void {
  const { platform, started, boxes } = accounts;
  const { server, hand } = started;
  const odd = ODD_ANSWERS[platform.name];
  const fail = (fault: Pick<Fault, 'how' | 'times' | 'path'>, when: (request: TwinRequest) => boolean) =>
    server.fail({ times: ALWAYS, ...fault, when: (request) => !accounts.isConsole && when(request) });
  const isCreate = (request: TwinRequest) => platform.isCreated(request, YES);
  const isLook = (request: TwinRequest) => !isCreate(request) && !platform.isDestroy(request);
  const isWithin = (span: Span) => isIn([span], accounts.now);

  fail({ how: { reply: { status: 503, body: '' } } }, () => isIn(down, accounts.now));
  if (!behaviour || !odd) return;
  const later = from + HOUR * (0.2 + 6 * random());
  const window = { from: later, to: later + HOUR * (0.3 + 3 * random()) };
  switch (behaviour) {
    case 'no-in-other-words': {
      const status = [400, 402, 409, 418, 422][Math.floor(random() * 5)] ?? 418;
      const body = { message: 'the moon is in the wrong house' };
      fail({ how: { reply: { status, body } } }, (request) => isLook(request) && isWithin(window));
      break;
    }
    case 'unknown-id-400': {
      const reply = { status: 400, body: { code: 'invalid_request', message: 'Invalid instance id' } };
      const isOfOne = ({ path }: TwinRequest) =>
        boxes.some(({ resource }) => path.replace(/\/$/, '').endsWith(resource));
      fail({ how: { reply } }, (request) => isLook(request) && isOfOne(request) && isWithin(window));
      break;
    }
    case 'turned-away': {
      const reply = { status: 403, body: 'error code: 1010' };
      const isAtOnce = random() < 0.5;
      const span = isAtOnce ? { from, to: from + HOUR * random() } : window;
      fail({ how: { reply } }, () => isWithin(span));
      break;
    }
    case 'create-500-made':
      fail({ times: 1, how: { doneBut: SERVER_ERROR } }, isCreate);
      break;
    case '503-without-words':
      fail({ times: 1, how: { reply: { status: 503, body: '' } } }, isCreate);
      break;
    case 'zero-balance':
      if (odd.noMoney) fail({ times: 1, how: { reply: odd.noMoney } }, isCreate);
      break;
    case 'listing-lag':
      lag(accounts, fail, { isCreate, isLook, ms: random() < 0.5 ? 15_000 : HOUR * random() });
      break;
    case 'running-and-dead': {
      const { noAddress } = odd;
      const isFirst = () => boxes.length === 1 && boxes[0]?.state === 'running';
      if (noAddress) fail({ ...withFields(noAddress), times: ALWAYS }, isFirst);
      break;
    }
    case 'boot-25-minutes': {
      const { booting } = odd;
      const isYoung = () => accounts.now - (boxes.at(-1)?.bornAt ?? 0) < 25 * 60_000;
      if (booting) fail({ ...withFields(booting), times: ALWAYS }, isYoung);
      break;
    }
    case 'evicted-while-booting': {
      if (!hand.evict) return;
      const { after } = server.watch;
      server.watch.after = async (n, request) => {
        const before = boxes.length;
        await after?.(n, request);
        const [first] = boxes;
        if (before === 0 && first) await accounts.evict(first);
      };
      break;
    }
    case 'price-changed':
      fail({ ...atPrice(odd.price, 2), times: ALWAYS }, () => boxes.length > 0);
      break;
    case 'delayed-invoice': {
      const { noBill } = odd;
      if (noBill) fail({ path: noBill.path, how: { reply: { status: 200, body: noBill.body } } }, () => true);
      break;
    }
  }
}

/** The first create is done, its answer is lost, and whoever asks is answered for a while as they were before. */
function lag(
  accounts: TwinAccounts,
  fail: (fault: Pick<Fault, 'how' | 'times'>, when: (request: TwinRequest) => boolean) => void,
  of: { isCreate(request: TwinRequest): boolean; isLook(request: TwinRequest): boolean; ms: number },
): void {
  const { server } = accounts.started;
  const before = new Map<string, TwinReply>();
  let madeAt: number | undefined;
  const isStale = (request: TwinRequest): boolean => {
    if (madeAt === undefined || !of.isLook(request) || accounts.now > madeAt + of.ms) return false;
    stale.reply = before.get(questionOf(request)) ?? YES;
    return before.has(questionOf(request));
  };
  const stale = { reply: YES };
  fail({ how: stale }, isStale);
  fail({ times: 1, how: { doneBut: SERVER_ERROR } }, of.isCreate);
  const { after } = server.watch;
  server.watch.after = async (n, request) => {
    const seen = server.exchanges.at(-1);
    if (madeAt === undefined && seen && !seen.byFault) before.set(questionOf(request), seen.reply);
    if (of.isCreate(request)) madeAt ??= accounts.now;
    await after?.(n, request);
    const [made] = accounts.boxes;
    if (made && madeAt !== undefined) made.shownAt = madeAt + of.ms;
  };
}

/** What tells one question from another: also where a platform has one path for everything. */
const questionOf = ({ method, path, query, body }: TwinRequest): string =>
  JSON.stringify([method, path, [...query], String(body ?? '').replace(/Signature=[^&]*/, '')]);
