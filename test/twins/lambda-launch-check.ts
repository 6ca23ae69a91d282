import type { TwinReply } from './twin.ts';

export interface LaunchRequest {
  region_name: string;
  instance_type_name: string;
  ssh_key_names: string[];
  file_system_names?: string[];
  name?: string;
  hostname?: string;
  tags?: { key: string; value: string }[];
  user_data?: string;
}

interface Account {
  types: string[];
  regions: string[];
  keys: string[];
  fileSystems: { name: string; region: string }[];
}

/** `quantity` is not among them: the document's schema has lost it. */
const KNOWN = [
  'region_name',
  'instance_type_name',
  'ssh_key_names',
  'file_system_names',
  'file_system_mounts',
  'hostname',
  'name',
  'image',
  'user_data',
  'tags',
  'firewall_rulesets',
];

/** What the document says a launch must be; `undefined` when it is. */
export function checkLaunch(body: unknown, account: Account): TwinReply | undefined {
  const launch = body as Partial<LaunchRequest> | undefined;
  if (launch === undefined || typeof launch !== 'object') return bad('a JSON object is needed');
  const unknown = Object.keys(launch).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0) return bad(`unknown: ${unknown.join(', ')}`);
  const { region_name, instance_type_name, ssh_key_names, name = '', tags = [], user_data = '' } = launch;
  if (typeof region_name !== 'string' || typeof instance_type_name !== 'string')
    return bad('region_name and instance_type_name are needed');
  if (!Array.isArray(ssh_key_names) || ssh_key_names.length !== 1)
    return bad('exactly one SSH key must be specified');
  if (name.length > 64) return bad('name must be 64 characters or fewer');
  if (launch.hostname !== undefined && !/^[a-z0-9][0-9a-z-]{0,62}$/.test(launch.hostname))
    return bad('hostname does not match the pattern');
  for (const { key, value } of tags) {
    if (!/^[a-z][a-z0-9-:]+$/.test(key) || key.length > 55 || typeof value !== 'string' || value.length > 128)
      return bad(`tag ${key} is not allowed`);
  }
  if (user_data.length > 1_000_000) return bad('user_data cannot exceed 1MB');
  if (user_data !== '' && !user_data.startsWith('#cloud-config\n')) return bad('user_data is no cloud-init');
  return missing(launch as LaunchRequest, account) ?? elsewhere(launch as LaunchRequest, account);
}

function missing(
  launch: LaunchRequest,
  { types, regions, keys, fileSystems }: Account,
): TwinReply | undefined {
  const absent =
    (!regions.includes(launch.region_name) && `region ${launch.region_name}`) ||
    (!types.includes(launch.instance_type_name) && `instance type ${launch.instance_type_name}`) ||
    (launch.ssh_key_names.some((each) => !keys.includes(each)) && 'SSH key') ||
    ((launch.file_system_names ?? []).some((each) => !fileSystems.some(({ name }) => name === each)) &&
      'file system');
  if (!absent) return;
  const error = {
    code: 'global/object-does-not-exist',
    message: `There is no such ${absent}.`,
    suggestion: 'Name one that exists.',
  };
  return { status: 404, body: { error } };
}

function elsewhere(launch: LaunchRequest, { fileSystems }: Account): TwinReply | undefined {
  const wrong = (launch.file_system_names ?? []).find(
    (each) => fileSystems.find(({ name }) => name === each)?.region !== launch.region_name,
  );
  if (wrong === undefined) return;
  const code = 'instance-operations/launch/file-system-in-wrong-region';
  return { status: 400, body: { error: { code, message: `${wrong} is in another region.` } } };
}

const bad = (message: string): TwinReply => ({
  status: 400,
  body: { error: { code: 'global/invalid-parameters', message } },
});
