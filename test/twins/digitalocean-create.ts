import type { TwinReply } from './twin.ts';

export interface DropletRequest {
  name: string;
  region: string;
  size: string;
  image: string;
  ssh_keys?: (string | number)[];
  tags?: string[];
  user_data?: string;
  volumes?: string[];
}

export const size = (
  slug: string,
  price: number,
  regions: string[],
  gpu?: { count: number; model: string; gib: number },
) => ({
  slug,
  description: gpu ? 'GPU' : 'Basic',
  available: true,
  price_hourly: price,
  price_monthly: Math.round(price * 730),
  transfer: 10,
  regions,
  vcpus: gpu ? 20 * gpu.count : 1,
  memory: gpu ? 245_760 * gpu.count : 1024,
  disk: gpu ? 720 : 25,
  ...(gpu
    ? { gpu_info: { count: gpu.count, model: gpu.model, vram: { amount: gpu.gib, unit: 'gib' } } }
    : {}),
});

export const SIZES = [
  size('gpu-h100x1-80gb', 3.39, ['nyc2', 'tor1'], { count: 1, model: 'nvidia_h100', gib: 80 }),
  size('gpu-h100x8-640gb', 23.92, ['nyc2'], { count: 8, model: 'nvidia_h100', gib: 640 }),
  size('gpu-mi300x1-192gb', 1.99, ['atl1'], { count: 1, model: 'amd_mi300x', gib: 192 }),
  { ...size('gpu-l40sx1-48gb', 1.57, [], { count: 1, model: 'nvidia_l40s', gib: 48 }), available: false },
  size('s-1vcpu-1gb', 0.009, ['nyc2', 'tor1']),
];

const KNOWN = [
  'name',
  'region',
  'size',
  'image',
  'ssh_keys',
  'backups',
  'ipv6',
  'monitoring',
  'tags',
  'user_data',
  'volumes',
  'vpc_uuid',
  'with_droplet_agent',
  'public_networking',
];

/** What a create must be; `undefined` when it is. */
export function checkDroplet(
  body: unknown,
  { keys, volumes }: { keys: string[]; volumes: { id: string; region: string }[] },
): TwinReply | undefined {
  const request = (body ?? {}) as Partial<DropletRequest>;
  const wrong =
    unknownField(request) ??
    (/^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/.test(request.name ?? '') && (request.name ?? '').length <= 255
      ? undefined
      : 'Name Only valid hostname characters are allowed. (a-z, A-Z, 0-9, . and -)') ??
    (request.tags ?? [])
      .filter((tag) => !/^[a-zA-Z0-9_\-:]+$/.test(tag) || tag.length > 255)
      .map((tag) => `Tag ${tag} may contain letters, numbers, colons, dashes, and underscores`)[0] ??
    ((request.user_data ?? '').length > 64 * 1024 ? 'User data is too long' : undefined) ??
    (request.ssh_keys ?? [])
      .filter((each) => !keys.includes(String(each)))
      .map((each) => `${each} are invalid key identifiers for SSH keys`)[0] ??
    wrongPlace(request, volumes) ??
    (/^gpu-/.test(request.image ?? '') ? undefined : 'You specified an invalid image for Droplet creation.');
  return wrong === undefined
    ? undefined
    : { status: 422, body: { id: 'unprocessable_entity', message: wrong } };
}

function unknownField(request: object): string | undefined {
  const [first] = Object.keys(request).filter((key) => !KNOWN.includes(key));
  return first === undefined ? undefined : `Unknown parameter ${first}`;
}

function wrongPlace(request: Partial<DropletRequest>, volumes: { id: string; region: string }[]) {
  const wanted = SIZES.find(({ slug }) => slug === request.size);
  if (!wanted) return 'You specified an invalid size for Droplet creation.';
  if (!wanted.regions.includes(request.region ?? '')) return 'Size is not available in this region.';
  const isThere = (id: string) => volumes.some((each) => each.id === id && each.region === request.region);
  return (request.volumes ?? []).every(isThere)
    ? undefined
    : 'Volumes must exist and be in the same region as the Droplet';
}
