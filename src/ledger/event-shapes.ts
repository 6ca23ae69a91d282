import type { EventBody } from '../lease/events.ts';

/**
 * What a reader checks of each event before the fold sees it: the fields are there and of their kind. By hand and not by
 * zod, because `status` reads ledgers and must start fast. Fields that are not listed pass: a newer program of the same
 * ledger version may have added optional ones.
 */
type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'object'
  | 'null'
  | { list: Shape }
  | { fields: Record<string, Shape> }
  | { optional: Shape }
  | { either: readonly Shape[] };

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];
type ShapeOf<E> = { [K in Exclude<RequiredKeys<E>, 'type'>]: Shape } & { [K in keyof E]?: Shape };

const texts: Shape = { list: 'text' };
const listOf = (fields: Record<string, Shape>): Shape => ({ list: { fields } });

/** The type demands a line for every required field of every event, so an event cannot change without this table. */
const SHAPES: { [T in EventBody['type']]: ShapeOf<Extract<EventBody, { type: T }>> } = {
  'run-opened': {
    version: 'number',
    run: { optional: 'text' },
    repository: { optional: { fields: { name: 'text', id: { optional: 'text' } } } },
    job: 'text',
    configHash: 'text',
    commit: 'text',
    codeHash: 'text',
    dirty: 'boolean',
    cells: texts,
    budget: {
      fields: {
        usd: 'number',
        hours: 'number',
        usdPerHour: 'number',
        usdPerDay: { optional: 'number' },
        usdRepositoryPerDay: { optional: 'number' },
      },
    },
    retryMax: 'number',
    onFinish: 'text',
    resumes: 'boolean',
    needsStore: { optional: 'boolean' },
    sweep: {
      optional: {
        fields: {
          id: 'text',
          part: 'number',
          of: 'number',
          division: 'text',
          roster: { optional: { list: texts } },
        },
      },
    },
    document: 'object',
  },
  'smoke-passed': {
    commit: 'text',
    configHash: 'text',
    seconds: 'number',
    environment: 'object',
    drill: { either: ['text', { fields: { killedAtStep: 'number', resumedAtStep: 'number' } }] },
  },
  'smoke-waived': {},
  intended: {
    lease: 'text',
    platform: 'text',
    offer: 'text',
    summary: 'text',
    usdPerHour: 'number',
    market: 'text',
    attach: { optional: 'text' },
    candidate: { optional: 'number' },
    host: { optional: 'text' },
    region: { optional: 'text' },
    expectedUsd: { optional: 'number' },
    claim: { optional: 'text' },
    user: { optional: 'text' },
  },
  claimed: { lease: 'text', claim: 'text' },
  'no-capacity': { declined: texts, tryAgainAt: 'text' },
  'boot-failed': { lease: 'text', why: 'text', host: { optional: 'text' } },
  surfaced: {
    lease: 'text',
    of: 'text',
    boxId: 'text',
    meters: listOf({ id: 'text', kind: 'text', usdPerHour: 'number', source: 'text' }),
    since: { optional: 'text' },
  },
  'rent-refused': { lease: 'text', reason: 'text', what: 'text' },
  rented: {
    lease: 'text',
    boxId: 'text',
    meters: listOf({ id: 'text', kind: 'text', usdPerHour: 'number', source: 'text' }),
    adopted: 'boolean',
    host: { optional: 'text' },
    since: { optional: 'text' },
    endsAt: { optional: 'text' },
    untimed: { optional: 'text' },
  },
  reachable: { lease: 'text', hostKeySha256: 'text', pin: 'text' },
  audited: {
    lease: 'text',
    fit: 'boolean',
    goesBack: { optional: 'boolean' },
    findings: listOf({ id: 'text', level: 'text', what: 'text' }),
    measured: 'object',
  },
  started: {
    lease: 'text',
    attempt: 'number',
    configHash: 'text',
    codeHash: 'text',
    keeper: 'text',
    dir: { fields: { base: 'text', keeper: 'text' } },
    launcher: 'text',
    bootId: 'text',
    oomKills: { either: ['number', 'null'] },
    aheadOfBoxSeconds: { optional: 'number' },
    from: listOf({ cell: 'text', step: 'number', source: 'text' }),
  },
  resumed: { lease: 'text', cell: 'text', attempt: 'number', firstStep: 'number', verifiedStep: 'number' },
  kept: {
    lease: 'text',
    cell: 'text',
    files: listOf({ path: 'text', bytes: 'number', sha256: 'text', verdict: 'text' }),
    step: { optional: 'number' },
    in: { optional: { fields: { machine: 'text', dir: 'text' } } },
  },
  'kept-stored': {
    mark: 'text',
    cells: listOf({
      cell: 'text',
      step: { optional: 'number' },
      copies: listOf({ path: 'text', bytes: 'number', sha256: 'text', verdict: 'text' }),
    }),
    store: 'text',
    id: 'text',
    place: 'text',
    digest: 'text',
    bytes: 'number',
    files: 'number',
    keptUntil: { optional: 'text' },
  },
  'kept-dropped': { mark: 'text' },
  'kept-lost': { cell: 'text', person: 'text' },
  preempted: {
    lease: 'text',
    what: 'text',
    why: 'text',
    clocks: { optional: listOf({ id: 'text', effect: 'text', at: 'text' }) },
  },
  'cell-ended': {
    lease: 'text',
    cell: 'text',
    attempt: 'number',
    verdict: 'text',
    exitCode: 'number',
    failureClass: { optional: 'text' },
    lastStep: { optional: 'number' },
    lastLoss: { optional: 'number' },
    stride: { optional: 'number' },
    background: { optional: 'boolean' },
  },
  collected: {
    lease: 'text',
    files: 'number',
    bytes: 'number',
    manifestSha256: 'text',
    codeProven: 'boolean',
  },
  sealed: {
    seal: 'text',
    verified: 'number',
    roster: 'number',
    rows: { optional: { list: 'number' } },
    bytes: 'number',
    level: 'text',
    opaque: { optional: 'number' },
    place: 'text',
    machine: { optional: 'text' },
  },
  unsealed: { seal: 'text', why: 'text' },
  stored: {
    seal: 'text',
    store: 'text',
    id: 'text',
    place: 'text',
    digest: 'text',
    bytes: 'number',
    files: 'number',
    keptUntil: { optional: 'text' },
  },
  'standing-approved': {
    person: 'text',
    via: 'text',
    configHash: 'text',
    platforms: texts,
    maxUsdPerHour: 'number',
    level: 'text',
    expiresAt: 'text',
  },
  continued: { how: 'text', hop: 'number', workflowRun: { optional: 'number' } },
  'runner-used': { stage: 'text', seconds: 'number', runner: 'text' },
  approved: {
    binds: 'text',
    goal: 'text',
    lease: 'text',
    verbs: texts,
    person: 'text',
    via: 'text',
    expiresAt: 'text',
  },
  releasing: { lease: 'text', verb: 'text', found: { optional: 'text' } },
  'meter-stopped': { lease: 'text', meter: 'text', sightings: texts },
  owed: { lease: 'text', meter: 'text', why: 'text', next: 'text' },
  'word-given': { lease: 'text', verb: 'text', person: 'text' },
  parked: {
    lease: 'text',
    verb: 'text',
    why: { optional: 'text' },
    clocks: listOf({ id: 'text', effect: 'text', at: 'text' }),
  },
  released: { lease: 'text', usd: 'number' },
  abandoned: { lease: 'text', lost: texts },
  halted: { code: 'text', what: 'text', next: 'text' },
  resolved: { how: 'text' },
  vouched: { witnesses: texts },
  seen: { lease: 'text' },
  unreached: { lease: 'text', shown: 'text' },
  'stands-stopped': { lease: 'text' },
  'runs-again': { lease: 'text', meters: texts },
  stalled: { lease: 'text', cell: 'text', quietSeconds: 'number' },
  moving: { lease: 'text', cell: 'text' },
  detached: { lease: 'text', cell: 'text', attempt: 'number', processes: 'number' },
  told: { of: 'text', since: 'text' },
  closed: { usd: 'number' },
};

const BASE: Record<string, Shape> = { type: 'text', seq: 'number', at: 'text', by: 'text' };

/**
 * @returns the first thing that is wrong ("`usdPerHour` is not a number"), or undefined. An event of a type that we do not know passes
 * when its base fields are right: adding a type keeps the ledger's version, and the fold lists it as ignored.
 */
export function faultOfEvent(value: unknown): string | undefined {
  const fault = faultOf(value, { fields: BASE }, 'the line');
  if (fault) return fault;
  const { type } = value as { type: string };
  // `hasOwn`: the type is a stranger's word and may be "constructor".
  const shape = Object.hasOwn(SHAPES, type) ? SHAPES[type as EventBody['type']] : {};
  return faultOf(value, { fields: shape }, type);
}

function faultOf(value: unknown, shape: Shape, name: string): string | undefined {
  if (shape === 'text') return typeof value === 'string' ? undefined : `${name} is not text`;
  if (shape === 'number')
    return typeof value === 'number' && Number.isFinite(value) ? undefined : `${name} is not a number`;
  if (shape === 'boolean') return typeof value === 'boolean' ? undefined : `${name} is not true or false`;
  if (shape === 'null') return value === null ? undefined : `${name} is not null`;
  if (shape === 'object') return isObject(value) ? undefined : `${name} is not an object`;
  if ('optional' in shape) return value === undefined ? undefined : faultOf(value, shape.optional, name);
  if ('either' in shape) {
    const faults = shape.either.map((one) => faultOf(value, one, name));
    return faults.includes(undefined) ? undefined : faults[0];
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${name} is not a list`;
    return firstFault(value.map((one, index) => [one, shape.list, `${name}[${index}]`]));
  }
  if (!isObject(value)) return `${name} is not an object`;
  return firstFault(
    Object.entries(shape.fields).map(([key, field]) => [value[key], field, `${name}.${key}`]),
  );
}

function firstFault(checks: readonly (readonly [unknown, Shape, string])[]): string | undefined {
  for (const [value, shape, name] of checks) {
    const fault = faultOf(value, shape, name);
    if (fault) return fault;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
