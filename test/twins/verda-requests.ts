import type { TwinReply } from './twin.ts';
import { IMAGES } from './verda-market.ts';

export type Json = Record<string, unknown>;

export const refuse = (status: number, code: string, message: string): TwinReply => ({
  status,
  body: { code, message },
});

export function onlyKnown(body: Json, known: readonly string[]): string | undefined {
  const unknown = Object.keys(body).filter((key) => !known.includes(key));
  return unknown.length > 0 ? `Unknown property ${unknown.join(', ')}` : undefined;
}

const DEPLOY_FIELDS = [
  'instance_type',
  'image',
  'hostname',
  'description',
  'ssh_key_ids',
  'startup_script_id',
  'location_code',
  'os_volume',
  'volumes',
  'existing_volumes',
  'is_spot',
  'contract',
  'pricing',
  'coupon',
];

/** Of the body of a deploy. */
export function whatIsWrong(body: Json): string | undefined {
  const unknown = onlyKnown(body, DEPLOY_FIELDS);
  if (unknown) return unknown;
  for (const name of ['instance_type', 'image', 'hostname', 'description', 'location_code'])
    if (typeof body[name] !== 'string' || body[name] === '') return `${name} is required`;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/i.test(String(body['hostname']))) return 'hostname is not valid';
  if (!IMAGES.includes(String(body['image']))) return 'Unknown image';
  const disk = body['os_volume'] as Json | null | undefined;
  if (disk == null) return 'os_volume is required';
  const wrong = onlyKnown(disk, ['name', 'size', 'on_spot_discontinue']);
  if (wrong) return wrong;
  if (disk['on_spot_discontinue'] != null && body['is_spot'] !== true)
    return 'on_spot_discontinue is for spot instances';
  return;
}
