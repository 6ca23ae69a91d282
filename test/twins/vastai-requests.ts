/** What the search can be asked for, from the description; with what the official client sends besides. */
const SEARCH_FIELDS = new Set(
  `verified rentable rented gpu_name reliability num_gpus gpu_ram duration machine_id dlperf_per_dphtotal dph_total
  flops_per_dphtotal geolocation gpu_arch dlperf cuda_max_good inet_down inet_up inet_down_cost inet_up_cost driver_version
  compute_cap cpu_arch has_avx cpu_cores cpu_cores_effective cpu_ghz cpu_ram datacenter external disk_bw disk_space bw_nvlink
  gpu_total_ram gpu_frac direct_port_count host_id id min_bid storage_cost static_ip verification vms_enabled`
    .split(/\s+/)
    .filter(Boolean),
);

export const isFilter = (name: string, filter: unknown): boolean =>
  SEARCH_FIELDS.has(name) &&
  filter !== null &&
  typeof filter === 'object' &&
  Object.keys(filter).length > 0 &&
  Object.keys(filter).every((operator) => operator in OPERATIONS);

/** Places are asked for by their country. */
const shownIn = (row: Record<string, unknown>, name: string): unknown =>
  name === 'geolocation' ? row['country'] : row[name];

/** The official client writes numbers as text, and means the number. */
const isSame = (value: unknown, wanted: unknown): boolean =>
  value === wanted || (typeof value === 'number' && typeof wanted === 'string' && value === Number(wanted));

const OPERATIONS: Record<string, (value: unknown, wanted: unknown) => boolean> = {
  eq: isSame,
  neq: (value, wanted) => !isSame(value, wanted),
  gt: (value, wanted) => Number(value) > Number(wanted),
  gte: (value, wanted) => Number(value) >= Number(wanted),
  lt: (value, wanted) => Number(value) < Number(wanted),
  lte: (value, wanted) => Number(value) <= Number(wanted),
  in: (value, wanted) => (wanted as unknown[]).some((each) => isSame(value, each)),
  notin: (value, wanted) => !(wanted as unknown[]).some((each) => isSame(value, each)),
};

export const matches = (row: Record<string, unknown>, filters: Record<string, unknown>): boolean =>
  Object.entries(filters).every(([name, filter]) =>
    Object.entries(filter as object).every(([operator, wanted]) =>
      OPERATIONS[operator]?.(shownIn(row, name), wanted),
    ),
  );

/** By field, what create takes; anything else is an error here, so that a misspelt field does not pass unseen. */
const CREATE_FIELDS: Record<string, (value: unknown) => boolean> = {
  image: (value) => typeof value === 'string' && value.length > 0,
  label: (value) => typeof value === 'string' && value.length <= 256,
  disk: (value) => typeof value === 'number' && value > 0,
  runtype: (value) =>
    typeof value === 'string' &&
    value.split(' ').every((word) => /^(ssh|jupyter|args)(_proxy|_direc|_direct)?$/.test(word)),
  target_state: (value) => value === 'running' || value === 'stopped',
  price: (value) => typeof value === 'number',
  env: (value) => typeof value === 'string' || typeof value === 'object',
  cancel_unavail: (value) => typeof value === 'boolean',
  onstart: (value) => typeof value === 'string' && value.length <= 4048,
  args: Array.isArray,
  volume_info: (value) => typeof value === 'object',
  client_id: (value) => value === 'me',
  // "-u USER -p PASSWORD HOST": arguments of docker login, as the vendor's client passes `--login` on (vastai 1.9.1, 2026-10).
  image_login: (value) => /^-u \S+ -p \S+ [a-z0-9.:-]+$/.test(String(value)),
  ...Object.fromEntries(
    `extra python_utf8 lang_utf8 use_jupyter_lab jupyter_dir force template_hash_id user vm args_str`
      .split(' ')
      .map((name) => [name, () => true]),
  ),
};

export function createFault(
  body: Record<string, unknown>,
  diskGb: number,
): { error: string; msg: string } | undefined {
  // The official client sends null for what it was not told.
  const given = Object.entries(body).filter(([, value]) => value !== null);
  const wrong = given.find(([name, value]) => !CREATE_FIELDS[name]?.(value));
  if (wrong) return { error: 'invalid_args', msg: `error 400/3467: Invalid args: '${wrong[0]}'` };
  if (body['image'] == null)
    return { error: 'invalid_args', msg: "error 400/3467: Invalid args: 'image' is required" };
  if (Number(body['disk'] ?? 8) > diskGb)
    return { error: 'invalid_args', msg: 'the disk is larger than what is offered' };
  const price = body['price'];
  if (typeof price === 'number' && (price < 0.001 || price > 128))
    return { error: 'invalid_price', msg: 'Please set a bid price from 0.001 to 128.' };
  return;
}
