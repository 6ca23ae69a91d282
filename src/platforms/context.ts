import type { Channel } from '../box/channel.ts';
import type { Clock } from '../clock.ts';
import { Problem } from '../problem.ts';

/** What drivers are built from. Each takes what it needs. */
export interface PlatformContext {
  clock: Clock;
  /** Where loopback boxes live, one directory each. */
  localRoot: string;
  /** Runs this program again; `__local-box DIR` is appended for a loopback box. */
  selfCommand: readonly [string, ...string[]];
  /** Value of an environment variable: API keys, and `GPU_LEASE_API_<PLATFORM>` for another address of an API. */
  secret(name: string): string | undefined;
  /** Environment of whoever logs in to boxes that a person made: agent, key, known hosts. */
  sshEnv?: NodeJS.ProcessEnv;
  /** The queue that the driver speaks for, as the job names it: `ssh://user@login-node`, `kube://context/namespace/claim`. */
  queue?: string;
  /** An open connection to a machine that is the user's own way in, by their key; one for each target and process. */
  login?(target: string): Promise<Channel>;
  /** Who this workflow is, for a cluster that trusts it; only in a workflow with leave for it. */
  identity?: { token(audience: string): Promise<string> };
  /** Variables of ours that a job on this very machine would lay open to its script; no loopback box is offered beside them. */
  laidOpen?: readonly string[];
  /** Aborted by Ctrl-C or a cancelled job. */
  signal?: AbortSignal;
}

/**
 * The API key of a platform, from the environment.
 * @throws Problem `api-key-missing`
 */
export function apiKeyOf({ secret }: PlatformContext, platform: string, name: string): string {
  const key = secret(name)?.trim();
  if (key) return key;
  throw new Problem({
    code: 'api-key-missing',
    kind: 'usage',
    what: `${platform} needs an API key and ${name} is ${secret(name) === undefined ? 'not set' : 'empty'}; nothing was asked or rented.`,
    next: `Make a key in the platform's console and set ${name}; in a workflow store it as a secret of the environment that holds the keys (gpu-lease), and hand it on by that name: under "secrets:" of a called workflow, else by "env:".`,
  });
}

/** Where a platform's API is: its own address, or another by `GPU_LEASE_API_<PLATFORM>` (a proxy, a twin in tests). */
export const apiBaseOf = ({ secret }: PlatformContext, platform: string, usual: string): string =>
  secret(`GPU_LEASE_API_${platform.toUpperCase().replaceAll('-', '_')}`) || usual;
