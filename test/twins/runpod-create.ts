import { cudaRank, DATA_CENTERS, GPUS, type TwinGpu } from './runpod-catalog.ts';
import type { TwinReply } from './twin.ts';

/** What a valid create body comes to. */
export interface Wanted {
  name: string;
  image: string;
  args: string;
  disk: number;
  ports: string[];
  env: Record<string, string>;
  registry?: string;
  cloud: 'SECURE' | 'COMMUNITY';
  dataCenterIds: string[];
  gpu: TwinGpu;
  count: number;
  persistent?: { size: number; path: string };
  network?: { volumeId: string; path: string };
}

const FIELDS = new Set(
  'name image args disk ports env registry cloud cpu gpu dataCenterIds globalNetworking mounts startJupyter startSsh templateId'.split(
    ' ',
  ),
);

const NO_INSTANCES =
  'There are no longer any instances available with the requested specifications. Please refresh and try again.';

export const problem = (status: number, title: string, detail: string, errors?: string[]): TwinReply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { title, status, detail, ...(errors ? { errors } : {}) },
});

export const badRequest = (detail: string): TwinReply => problem(400, 'Bad Request', detail);
export const noInstances = (): TwinReply => badRequest(NO_INSTANCES);

/**
 * A create body as the schema and then the handler judge it: 422 for what the contract does not know, 400 for what it
 * knows and cannot be. Written from the published description and its prose, not from our driver.
 */
export function wantedOf(body: unknown): Wanted | TwinReply {
  const errors = schemaErrors(body);
  if (errors.length > 0) return problem(422, 'Unprocessable Entity', 'Request validation failed.', errors);
  // biome-ignore lint/suspicious/noExplicitAny: it has just been checked, field by field
  const sent = body as any;
  if ((sent.gpu === undefined) === (sent.cpu === undefined))
    return badRequest('exactly one of gpu or cpu must be set');
  if (sent.cpu !== undefined) return badRequest('this twin rents out GPU pods only');
  if (sent.mounts?.persistent && sent.mounts?.network)
    return badRequest('mounts.persistent and mounts.network are mutually exclusive');
  if (sent.gpu.minCudaVersion !== undefined && (sent.gpu.allowedCudaVersions ?? []).length > 0)
    return badRequest('allowedCudaVersions and minCudaVersion are mutually exclusive');
  const cloud = sent.cloud ?? 'SECURE';
  if (cloud === 'COMMUNITY' && sent.mounts?.network)
    return badRequest('network volumes are only available in the secure cloud');
  const gpu = GPUS.find(({ id }) => id === sent.gpu.id);
  if (!gpu) return badRequest(`gpu type ${sent.gpu.id} does not exist`);
  // As reported of the real API: without a count it finds nothing, whatever is in stock.
  if (sent.gpu.count === undefined) return noInstances();
  if (sent.gpu.count > gpu.maxCount[cloud === 'SECURE' ? 'secure' : 'community']) return noInstances();
  if (!fitsCuda(gpu, sent.gpu) || !fitsHost(gpu, sent.gpu)) return noInstances();
  return {
    name: sent.name,
    image: sent.image,
    args: sent.args ?? '',
    disk: sent.disk ?? 5,
    ports: sent.ports ?? [],
    env: sent.env ?? {},
    ...(sent.registry === undefined ? {} : { registry: sent.registry }),
    cloud,
    dataCenterIds: sent.dataCenterIds ?? [],
    gpu,
    count: sent.gpu.count,
    ...(sent.mounts?.persistent ? { persistent: sent.mounts.persistent } : {}),
    ...(sent.mounts?.network?.[0] ? { network: sent.mounts.network[0] } : {}),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a body before it is checked
type Any = any;

function schemaErrors(body: unknown): string[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return ['$: got no object'];
  const sent = body as Any;
  const errors: string[] = [];
  const check = (isFine: boolean, where: string, what: string) => {
    if (!isFine) errors.push(`${where}: ${what}`);
  };
  const only = (value: Any, where: string, fields: string[]) => {
    for (const key of Object.keys(value ?? {}))
      check(fields.includes(key), where, `additional properties '${key}' not allowed`);
  };
  for (const key of Object.keys(sent))
    check(FIELDS.has(key), '$', `additional properties '${key}' not allowed`);
  check(isText(sent.name), '$.name', 'missing property or too short');
  check(isText(sent.image) || isText(sent.templateId), '$.image', 'missing property');
  check(sent.registry === undefined || isText(sent.registry), '$.registry', 'got no string');
  check(
    sent.disk === undefined || (Number.isInteger(sent.disk) && sent.disk >= 1),
    '$.disk',
    'minimum: got less than 1',
  );
  check(sent.ports === undefined || isTexts(sent.ports), '$.ports', 'got no array of strings');
  check(
    sent.dataCenterIds === undefined || isTexts(sent.dataCenterIds),
    '$.dataCenterIds',
    'got no array of strings',
  );
  check(sent.env === undefined || isTexts(Object.values(sent.env)), '$.env', 'got a value that is no string');
  check(
    ['SECURE', 'COMMUNITY', undefined].includes(sent.cloud),
    '$.cloud',
    'value must be one of SECURE, COMMUNITY',
  );
  for (const flag of ['startSsh', 'startJupyter', 'globalNetworking'])
    check(['boolean', 'undefined'].includes(typeof sent[flag]), `$.${flag}`, 'got no boolean');
  if (sent.gpu !== undefined) {
    only(sent.gpu, '$.gpu', ['id', 'count', 'allowedCudaVersions', 'minCudaVersion', ...PER_CARD]);
    for (const field of PER_CARD)
      check(
        sent.gpu[field] === undefined || (Number.isInteger(sent.gpu[field]) && sent.gpu[field] >= 1),
        `$.gpu.${field}`,
        'minimum: got less than 1',
      );
    check(isText(sent.gpu?.id), '$.gpu.id', 'missing property');
    const { count, minCudaVersion: min } = sent.gpu ?? {};
    check(
      count === undefined || (Number.isInteger(count) && count >= 1),
      '$.gpu.count',
      'minimum: got less than 1',
    );
    check(
      min === undefined || /^\d+\.\d+$/.test(String(min)),
      '$.gpu.minCudaVersion',
      'does not match pattern',
    );
  }
  only(sent.mounts, '$.mounts', ['persistent', 'network']);
  if (sent.mounts?.persistent) {
    only(sent.mounts.persistent, '$.mounts.persistent', ['size', 'path']);
    check(sent.mounts.persistent.size >= 10, '$.mounts.persistent.size', 'minimum: got less than 10');
    check(isText(sent.mounts.persistent.path), '$.mounts.persistent.path', 'missing property');
  }
  if (sent.mounts?.network) {
    check(sent.mounts.network.length <= 1, '$.mounts.network', 'maxItems: got more than 1');
    only(sent.mounts.network[0], '$.mounts.network[0]', ['volumeId', 'path']);
    check(isText(sent.mounts.network[0]?.volumeId), '$.mounts.network[0].volumeId', 'missing property');
    check(isText(sent.mounts.network[0]?.path), '$.mounts.network[0].path', 'missing property');
  }
  return errors;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function fitsCuda({ cuda }: TwinGpu, wanted: Any): boolean {
  const { minCudaVersion: min, allowedCudaVersions: allowed = [] } = wanted;
  if (min !== undefined) return cuda !== null && cudaRank(cuda) >= cudaRank(min);
  return allowed.length === 0 || (cuda !== null && allowed.includes(cuda));
}

/** Filters of the placement, of one card: in the description since 2026-09, and in runpod-python; our copy of 2026-08 lacks them. */
const PER_CARD = ['minRamPerGpu', 'minVcpuCountPerGpu'];

const fitsHost = ({ host }: TwinGpu, { minRamPerGpu = 0, minVcpuCountPerGpu = 0 }: Any): boolean =>
  host === undefined || (host.ramGb >= minRamPerGpu && host.vcpus >= minVcpuCountPerGpu);

/** Where it could be placed, best first. */
export function placesFor({ cloud, dataCenterIds }: Wanted): string[] {
  if (cloud === 'COMMUNITY') return ['COMMUNITY'];
  return dataCenterIds.length > 0 ? dataCenterIds : Object.keys(DATA_CENTERS);
}
