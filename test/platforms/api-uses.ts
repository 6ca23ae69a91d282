import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ApiDescription, normal, type Operation } from '../../scripts/api/description.ts';
import { allDifferences } from '../../scripts/api/differences.ts';
import type { Child } from '../../scripts/api/shape.ts';
import { ApiUses, below, type CallUse, partsOf } from '../../scripts/api/uses.ts';
import { type ApiRequest, apiCalls } from '../../src/platforms/api.ts';
import { missing, sharedDir } from '../requirement.ts';

type Sent = ApiRequest<unknown>;
type Reply = CallUse['reply'];
type JsonSchema = z.core.JSONSchema.BaseSchema;

const FOLDER = join(import.meta.dirname, '..', '..', 'scripts', 'api', 'uses');

export const usesOf = (platform: string): ApiUses =>
  ApiUses.parse(JSON.parse(readFileSync(join(FOLDER, `${platform}.json`), 'utf8')));

export const specOf = (file: string): string => readFileSync(join(sharedDir, 'specs', file), 'utf8');

interface Recording {
  platform: string;
  /** As the driver calls its platform in messages. */
  name: string;
  /** In `../shared/specs`. */
  spec: string;
  /** Whether the driver understands this value at this place of a reply; `undefined` where it does not look at it. */
  understands(place: string, value: string): boolean | undefined;
  /** Places of a request whose value the user or an offer chooses: of these no value is ours. */
  chosen?: RegExp;
}

/**
 * Listens from now on to every call that the tests of this file make the driver send, and ends the file with the check that
 * `scripts/api/uses/<platform>.json` says just that. With GPU_LEASE_WRITE_USES set it is written instead.
 */
export function recordsUses(recording: Recording): { check(): void } {
  const sent: Sent[] = [];
  apiCalls.subscribe((message) => {
    const { name, request } = message as { name: string; request: Sent };
    if (name === recording.name) sent.push(structured(request));
  });
  const check = () =>
    describe(`what ${recording.platform} uses of its API`, { skip: missing('specs') }, () => {
      it('is what scripts/api/uses says (GPU_LEASE_WRITE_USES=1 and this file of tests write it)', () => {
        const uses = usesIn(sent, recording);
        const text = `${JSON.stringify(uses, null, 2)}\n`;
        const path = join(FOLDER, `${recording.platform}.json`);
        if (process.env['GPU_LEASE_WRITE_USES']) writeFileSync(path, text);
        assert.deepEqual(JSON.parse(text), JSON.parse(readFileSync(path, 'utf8')));
        assert.ok(uses.calls.length > 2, 'a driver that calls nothing records nothing');
      });
    });
  return { check };
}

/** As it goes over the wire; the schema stays what it is. */
const structured = ({ body, ...rest }: Sent): Sent => ({
  ...rest,
  body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
});

function usesIn(sent: readonly Sent[], recording: Recording): ApiUses {
  const { platform, spec } = recording;
  const description = new ApiDescription(specOf(spec), spec);
  const groups = new Map<string, { sent: Sent[]; operation: Operation | undefined; path: string }>();
  for (const each of sent) {
    const operation = description.operation(each.method, each.path);
    const isKnown = typeof operation === 'object';
    // What is not described has no template: a segment with a digit in it is taken for a value.
    const path = isKnown
      ? operation.template
      : normal(each.path.replace(/[^/]*\d[^/]*/g, (part) => (/^v\d$/.test(part) ? part : '{}')));
    const key = `${path} ${each.method}`;
    const group = groups.get(key) ?? { sent: [], operation: isKnown ? operation : undefined, path };
    group.sent.push(each);
    groups.set(key, group);
  }
  const calls = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => callOf(group, recording));
  const { title, version } = description;
  const differs = allDifferences(calls, description).map(({ breaks: _, ...each }) => each);
  return { platform, description: { title, version }, calls, differs };
}

function callOf(
  { sent, operation, path }: { sent: Sent[]; operation: Operation | undefined; path: string },
  { understands, chosen }: Recording,
): CallUse {
  const queries = sent.map(({ query }) =>
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  const names = [...new Set(queries.flat())].sort();
  const reply: Reply = {};
  for (const schema of new Set(sent.map((each) => each.reply ?? z.unknown())))
    readInto(reply, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', true);
  for (const [place, use] of Object.entries(reply)) {
    const values = operation?.reply && valuesAt(operation.reply, place);
    const understood = values?.flatMap(spellings).filter((value) => understands(place, value));
    if (values?.some((value) => understands(place, value) !== undefined)) use.values ??= understood;
  }
  return {
    method: sent[0]?.method ?? '',
    path,
    query: Object.fromEntries(
      names.map((name) => [name, { always: queries.every((each) => each.includes(name)) }]),
    ),
    request: sorted(requestOf(sent, operation, chosen)),
    reply: sorted(reply),
  };
}

/** Publishers write `off` into a list in YAML and get `false` out of it. */
const spellings = (value: string): string[] =>
  ({ false: ['false', 'off', 'no'], true: ['true', 'on', 'yes'] })[value] ?? [value];

function valuesAt(shape: Child, place: string): string[] | undefined {
  let at = shape;
  for (const part of partsOf(place)) {
    if (typeof at === 'string') return undefined;
    at = at.child(part);
  }
  return typeof at === 'string' ? undefined : at.values();
}

/** Every place that was sent, as deep as the description names what stands there. */
function requestOf(
  sent: readonly Sent[],
  operation: Operation | undefined,
  chosen: RegExp | undefined,
): CallUse['request'] {
  const found: CallUse['request'] = {};
  const holders = new Map<string, string[][]>();
  const walk = (value: unknown, shape: Child, place: string): void => {
    if (Array.isArray(value)) {
      for (const each of value)
        note(each, below(place, '[]'), typeof shape === 'string' ? shape : shape.child('[]'));
      return;
    }
    if (value === null || typeof value !== 'object') return;
    if (typeof shape === 'string' || !shape.namesProperties()) return;
    holders.set(place, [...(holders.get(place) ?? []), Object.keys(value)]);
    for (const [name, each] of Object.entries(value)) note(each, below(place, name), shape.child(name));
  };
  const note = (value: unknown, place: string, shape: Child): void => {
    const use = found[place] ?? { types: [], always: true };
    const values = typeof shape === 'string' || chosen?.test(place) ? undefined : shape.values();
    found[place] = {
      types: [...new Set([...use.types, typeOf(value)])].sort() as typeof use.types,
      always: true,
      ...(values === undefined
        ? {}
        : { values: [...new Set([...(use.values ?? []), String(value)])].sort() }),
    };
    walk(value, shape, place);
  };
  for (const { body } of sent) if (body !== undefined) walk(body, operation?.request ?? 'open', '');
  const withBody = sent.filter(({ body }) => body !== undefined).length;
  for (const [place, use] of Object.entries(found)) {
    const parts = partsOf(place);
    const holding = holders.get(parts.slice(0, -1).reduce(below, '')) ?? [];
    const name = parts.at(-1) ?? '';
    use.always =
      name === '[]' ||
      (holding.every((keys) => keys.includes(name)) && (parts.length > 1 || withBody === sent.length));
  }
  return found;
}

function typeOf(value: unknown): CallUse['request'][string]['types'][number] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

/** Every place that a schema of ours reads, with what it takes there. */
function readInto(reply: Reply, schema: JsonSchema, place: string, needed: boolean): void {
  const branches = [schema.anyOf, schema.oneOf].flatMap((each) => (each ?? []) as JsonSchema[]);
  for (const each of [...branches, ...((schema.allOf ?? []) as JsonSchema[])])
    readInto(reply, each, place, needed);
  if (place !== '' && branches.length === 0) noteRead(reply, schema, place, needed);
  const required = new Set(schema.required ?? []);
  for (const [name, each] of Object.entries(schema.properties ?? {}))
    readInto(reply, each as JsonSchema, below(place, name), required.has(name));
  const { items, additionalProperties: others } = schema;
  if (items && typeof items === 'object' && !Array.isArray(items))
    readInto(reply, items as JsonSchema, below(place, '[]'), true);
  if (others && typeof others === 'object' && Object.keys(others).length > 0)
    readInto(reply, others as JsonSchema, below(place, '*'), true);
}

function noteRead(reply: Reply, schema: JsonSchema, place: string, needed: boolean): void {
  const own = [schema.type ?? []].flat() as Reply[string]['types'];
  const listed = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  const before = reply[place];
  const isAny = own.length === 0 && listed === undefined;
  const types = isAny ? (before?.types ?? []) : [...new Set([...(before?.types ?? []), ...own])].sort();
  const values =
    listed === undefined
      ? before?.values
      : [...new Set([...(before?.values ?? []), ...listed.map(String)])].sort();
  reply[place] = {
    types,
    needed: needed || before?.needed === true,
    ...(values === undefined ? {} : { values }),
  };
}

const sorted = <T>(uses: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(uses).sort(([a], [b]) => (a < b ? -1 : 1)));
