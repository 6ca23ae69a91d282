import type { Fault, TwinReply } from '../twins/twin.ts';

/** How one platform's own words look when it does what the second source tells of it. What it cannot do is absent. */
export interface OddAnswers {
  /** Fields of a machine that is on its way up. */
  booting?: Fields;
  /** Fields of a machine that runs and has no address. */
  noAddress?: Fields;
  /** Fields that hold the price of a machine, as a number or as text. */
  price: readonly string[];
  /** To a create of an account without money. */
  noMoney?: TwinReply;
  /** The call that tells the bill, and how it answers as long as there is none. */
  noBill?: { path: RegExp; body: unknown };
}

/** By the name of the field, wherever in a reply it stands; `undefined` leaves it out. */
type Fields = Readonly<Record<string, unknown>>;

export const ODD_ANSWERS: Readonly<Record<string, OddAnswers>> = {
  runpod: {
    booting: { status: 'STARTING', direct: null },
    noAddress: { status: 'RUNNING', direct: null },
    price: ['cost'],
    noMoney: {
      status: 402,
      body: { title: 'Payment Required', status: 402, detail: 'insufficient balance' },
    },
    noBill: { path: /^\/v2\/billing\/pods$/, body: { records: [] } },
  },
  vastai: {
    booting: { actual_status: 'loading' },
    noAddress: { actual_status: 'running', ports: {}, ssh_host: null, ssh_port: null },
    price: ['dph_base', 'dph_total', 'storage_total_cost'],
    noMoney: {
      status: 400,
      body: {
        success: false,
        error: 'insufficient_credit',
        msg: 'Your account lacks credit; see the billing page.',
      },
    },
    noBill: { path: /\/charges\/$/, body: { results: [], next_token: null } },
  },
  lambda: {
    booting: { status: 'booting', ip: undefined },
    noAddress: { status: 'active', ip: undefined },
    price: ['price_cents_per_hour'],
    noMoney: {
      status: 403,
      body: {
        error: { code: 'global/account-inactive', message: 'Your account is inactive.', suggestion: 'Pay.' },
      },
    },
  },
  digitalocean: {
    booting: { status: 'new', v4: [] },
    noAddress: { status: 'active', v4: [] },
    price: ['price_hourly'],
  },
  verda: {
    booting: { status: 'provisioning', ip: null },
    noAddress: { status: 'running', ip: null },
    price: ['price_per_hour'],
    noMoney: {
      status: 402,
      body: { code: 'insufficient_funds', message: 'Not enough funds in the account' },
    },
  },
  'paperspace-core': {
    booting: { state: 'provisioning', publicIp: null },
    noAddress: { state: 'ready', publicIp: null },
    price: ['usageRate'],
  },
  autodl: {
    noAddress: { proxy_host: '', ssh_port: 0 },
    price: ['payg_price'],
    noMoney: {
      status: 200,
      body: { code: 'InternalError', data: null, msg: '账户余额不足，请充值', request_id: 'x' },
    },
  },
  compshare: { booting: { State: 'Starting' }, price: ['InstancePrice'] },
};

/** Every answer of 2xx from now on with these fields. */
export const withFields = (fields: Fields): Pick<Fault, 'how' | 'times'> => ({
  times: 1000,
  how: { changed: (reply) => changed(reply, (key, value) => (key in fields ? fields[key] : value)) },
});

/** Every price so many times as high. */
export const atPrice = (names: readonly string[], times: number): Pick<Fault, 'how' | 'times'> => ({
  times: 1000,
  how: {
    changed: (reply) => changed(reply, (key, value) => (names.includes(key) ? dearer(value, times) : value)),
  },
});

const dearer = (value: unknown, times: number): unknown =>
  typeof value === 'string'
    ? String(Number(value) * times)
    : typeof value === 'number'
      ? value * times
      : value;

function changed(reply: TwinReply, edit: (key: string, value: unknown) => unknown): TwinReply {
  if (reply.status >= 300 || typeof reply.body !== 'object') return reply;
  return { ...reply, body: edited(reply.body, edit) };
}

function edited(node: unknown, edit: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => edited(each, edit));
  if (node === null || typeof node !== 'object') return node;
  const pairs = Object.entries(node).map(([key, value]) => [key, edit(key, edited(value, edit))] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
