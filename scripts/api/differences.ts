import type { ApiDescription, Operation } from './description.ts';
import type { Child, Shape } from './shape.ts';
import { type ApiUses, below, type CallUse, partsOf } from './uses.ts';

/** Something that the driver does and the description does not allow, or says otherwise. */
export interface Difference {
  kind:
    | 'path-gone'
    | 'method-gone'
    | 'field-gone'
    | 'no-longer-promised'
    | 'type-changed'
    | 'value-unknown'
    | 'newly-required'
    | 'not-taken'
    | 'value-not-taken';
  /** `GET /api/v1/instances/{}` */
  call: string;
  /** `reply data.status`, `request image`, `query limit`; empty for the call itself. */
  where: string;
  /** What of it: types, values; empty where the kind says it all. */
  detail: string;
  /** The driver refuses the answer, or the platform the request, until it is changed. */
  breaks: boolean;
}

/** Everything in which the description differs from what the driver uses, and did not already when it was written. */
export function differencesOf(uses: ApiUses, description: ApiDescription): Difference[] {
  const known = new Set(uses.differs.map(keyOf));
  return allDifferences(uses.calls, description).filter((each) => !known.has(keyOf(each)));
}

const keyOf = ({
  kind,
  call,
  where,
  detail,
}: Omit<Difference, 'kind' | 'breaks'> & { kind: string }): string =>
  JSON.stringify([kind, call, where, detail]);

export function allDifferences(calls: readonly CallUse[], description: ApiDescription): Difference[] {
  return calls.flatMap((use) => {
    const call = `${use.method} ${use.path}`;
    const operation = description.operation(use.method, use.path);
    if (operation === 'no-path') return [gone('path-gone', call)];
    if (operation === 'no-method') return [gone('method-gone', call)];
    return [
      ...queryDifferences(use, operation),
      ...requestDifferences(use, operation),
      ...replyDifferences(use, operation),
    ].map((each) => ({ call, ...each }));
  });
}

/** Share of the calls that the description has, 0 to 1: whose description it is. */
export function shareKnown({ calls }: ApiUses, description: ApiDescription): number {
  const found = calls.filter((use) => typeof description.operation(use.method, use.path) === 'object');
  return calls.length === 0 ? 0 : found.length / calls.length;
}

const gone = (kind: 'path-gone' | 'method-gone', call: string): Difference => ({
  kind,
  call,
  where: '',
  detail: '',
  breaks: true,
});

type Found = Omit<Difference, 'call'>;

function queryDifferences({ query }: CallUse, operation: Operation): Found[] {
  const described = new Set(operation.query.map(({ name }) => name));
  const strange = Object.keys(query).filter((name) => !described.has(name));
  const missing = operation.query.filter(({ name, required }) => required && query[name]?.always !== true);
  return [
    ...strange.map((name) => ({
      kind: 'not-taken' as const,
      where: `query ${name}`,
      detail: '',
      breaks: false,
    })),
    ...missing.map(({ name }) => ({
      kind: 'newly-required' as const,
      where: `query ${name}`,
      detail: '',
      breaks: true,
    })),
  ];
}

function requestDifferences({ request }: CallUse, { request: shape, requestRequired }: Operation): Found[] {
  const places = Object.keys(request);
  if (shape === undefined)
    return places.length > 0 ? [{ kind: 'not-taken', where: 'request', detail: '', breaks: false }] : [];
  if (places.length === 0 && !requestRequired) return [];
  const fields = alongside(shape, places).flatMap(({ place, found }): Found[] => {
    const where = `request ${place}`;
    if (found === 'absent') return [{ kind: 'not-taken', where, detail: '', breaks: false }];
    if (found === 'open') return [];
    const { types, values = [] } = request[place] ?? { types: [] };
    const strange = types.filter((type) => !takes(found.types(), type));
    const taken = found.values();
    const refused = taken === undefined ? [] : values.filter((value) => !taken.includes(value));
    return [
      ...(strange.length > 0 ? [changed(where, types, found)] : []),
      ...refused.map((value) => ({ kind: 'value-not-taken' as const, where, detail: value, breaks: true })),
    ];
  });
  return [...fields, ...newlyRequired(request, shape)];
}

/** Of every object that we send: what has to stand in it and does not always. */
function newlyRequired(request: CallUse['request'], shape: Shape): Found[] {
  const objects = Object.keys(request).filter((place) => request[place]?.types.includes('object'));
  return ['', ...objects].flatMap((place) => {
    const at = place === '' ? shape : descend(shape, place);
    if (typeof at === 'string') return [];
    return [...at.required()]
      .map((name) => below(place, name))
      .filter((required) => request[required]?.always !== true)
      .map((required) => ({
        kind: 'newly-required' as const,
        where: `request ${required}`,
        detail: '',
        breaks: true,
      }));
  });
}

function replyDifferences({ reply }: CallUse, { reply: shape }: Operation): Found[] {
  const places = Object.keys(reply);
  if (places.length === 0) return [];
  if (shape === undefined) return [{ kind: 'field-gone', where: 'reply', detail: '', breaks: true }];
  return alongside(shape, places).flatMap(({ place, found, promised }): Found[] => {
    const where = `reply ${place}`;
    const { types, needed, values } = reply[place] ?? { types: [], needed: false };
    if (found === 'absent') return [{ kind: 'field-gone', where, detail: '', breaks: needed }];
    if (found === 'open') return [];
    const given = found.types();
    const strange = [...(given ?? [])].filter((type) => types.length > 0 && !takes(new Set(types), type));
    const unknown =
      values === undefined ? [] : (found.values() ?? []).filter((value) => !values.includes(value));
    return [
      ...(strange.length > 0 ? [changed(where, types, found)] : []),
      ...(needed && !promised
        ? [{ kind: 'no-longer-promised' as const, where, detail: '', breaks: false }]
        : []),
      ...unknown.map((value) => ({ kind: 'value-unknown' as const, where, detail: value, breaks: false })),
    ];
  });
}

const changed = (where: string, ours: readonly string[], found: Shape): Found => ({
  kind: 'type-changed',
  where,
  detail: `${[...ours].sort().join(' or ')}, now ${[...(found.types() ?? [])].sort().join(' or ')}`,
  breaks: true,
});

/** A whole number is a number. */
const takes = (types: Set<string> | undefined, type: string): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

/** Each place with what the description has there; below what is absent nothing more is said. */
function alongside(
  shape: Shape,
  places: readonly string[],
): { place: string; found: Child; promised: boolean }[] {
  const absent: string[] = [];
  return [...places].sort().flatMap((place) => {
    if (absent.some((above) => place.startsWith(`${above}.`) || place.startsWith(`${above}[`))) return [];
    const parts = partsOf(place);
    const found = descend(shape, place);
    if (found === 'absent') absent.push(place);
    const last = parts.at(-1) ?? '';
    const above = descend(shape, parts.slice(0, -1).reduce(below, ''));
    const promised = last === '[]' || last === '*' || typeof above === 'string' || above.required().has(last);
    return [{ place, found, promised }];
  });
}

function descend(shape: Shape, place: string): Child {
  let at: Child = shape;
  for (const part of partsOf(place)) {
    if (typeof at === 'string') return at;
    at = at.child(part);
  }
  return at;
}
