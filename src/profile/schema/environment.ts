import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { identifier, stamp, text, tri } from './stamp.ts';

const shellLine = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line');

/** Lines run by `sh` around work. Not one opaque string, because some must be undone. */
export const Hook = mapping({
  id: identifier,
  purpose: z.enum(['proxy', 'env', 'modules']),
  /** `transfer`: only around a pull or an install. */
  scope: z.enum(['shell', 'job', 'transfer']),
  enter: z.array(shellLine).min(1),
  leave: z.array(shellLine),
  /** The only hosts that are reachable while it is entered. */
  hosts: z.array(text).optional(),
  /** A failing line stops the launch; otherwise it is said and work goes on. */
  required: z.boolean(),
  ...stamp,
});

export const Network = mapping({
  'behind-firewall': tri,
  egress: mapping({
    billing: z.enum(['free', 'metered', 'host-priced', 'unknown']),
    ...stamp,
  }),
  ports: mapping({
    mode: z.enum(['tunnel', 'declared-at-create', 'random-map', 'fixed', 'own-firewall', 'none', 'unknown']),
    max: z.number().int().positive().optional(),
    'proxy-timeout-seconds': z.number().positive().optional(),
    ...stamp,
  }),
  mirrors: z.record(identifier, text).optional(),
});

export const Environment = mapping({
  kind: z.enum(['prebuilt-base', 'prebuilt-named', 'image', 'vendor-stack', 'host', 'modules', 'notebook']),
  /** Whether we may make an environment of our own, or have to use the one that is there. */
  'may-create': z.boolean(),
  'auto-activated': tri.optional(),
  python3: tri,
  /** A login session lacks what the container's first process was given: variables, parts of PATH. */
  'login-lacks-env': tri.optional(),
  /** Packages that a requirements file must not replace. */
  keep: z.array(text),
  cuda: z.enum(['image', 'host-driver', 'vendor-stack', 'modules', 'unknown']),
  rules: z.array(text).optional(),
  ...stamp,
});

/**
 * `null` or absent: nothing is known, the program's own default counts. `""`: deliberately none. Else the value.
 * The three are never folded into each other.
 */
const override = z.string().max(300).nullable().optional();

export const Overrides = mapping({
  'data-dir': override,
  'durable-dir': override,
  'cache-dir': override,
  'hf-home': override,
  'hf-endpoint': override,
  'pip-cache-dir': override,
  'cred-file': override,
  python: override,
  'tensorboard-dir': override,
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), z.string().max(400)).optional(),
  ...stamp,
});
