import { existsSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { delimiter, join } from 'node:path';
import type { KubeConfig as Config } from '@kubernetes/client-node/dist/config.js';
import { type KubeTarget, parseKubeTarget } from '../../job/kube-target.ts';
import { Problem } from '../../problem.ts';
import type { PlatformContext } from '../context.ts';

/** The text of a kubeconfig, for where there is no file: a secret of a workflow. */
export const KUBECONFIG_TEXT = 'KUBE_CONFIG';
/** For whom the token of a workflow is asked; default: the address of the API server. */
const AUDIENCE = 'GPU_LEASE_KUBE_AUDIENCE';

/** How a cluster is spoken to, and by whose word. */
export interface Access extends KubeTarget {
  /** As the job names it. */
  readonly target: string;
  /** `https://host:port`, without a path at its end. */
  readonly server: string;
  /** For one call, because tokens expire. */
  options(): Promise<RequestOptions>;
}

/**
 * By the user's kubeconfig, else by the account of the pod that this program runs in. A user of the kubeconfig for whom it holds nothing
 * is the workflow itself, by the identity token of its run.
 *
 * @throws Problem `queue-missing`, `kubeconfig-missing`, `kubeconfig-bad`, `context-unknown`
 */
export async function accessTo(context: PlatformContext): Promise<Access> {
  const { queue } = context;
  const target = queue === undefined ? undefined : parseKubeTarget(queue);
  if (queue === undefined || target === undefined) throw noQueue(queue);
  const config = await configOf(context);
  if (target.context !== undefined) {
    if (!config.getContextObject(target.context)) throw noContext(target.context, config);
    config.setCurrentContext(target.context);
  }
  const server = config.getCurrentCluster()?.server.replace(/\/+$/, '');
  if (server === undefined || !/^https?:\/\//.test(server))
    throw noContext(config.getCurrentContext(), config);
  const workflow = hasOwnLogin(config) ? undefined : context.identity;
  return {
    ...target,
    target: queue,
    server,
    async options() {
      const options: RequestOptions = {};
      await config.applyToHTTPSOptions(options);
      if (workflow) {
        const token = await workflow.token(context.secret(AUDIENCE) || server);
        options.headers = { ...options.headers, Authorization: `Bearer ${token}` };
      }
      return options;
    },
  };
}

async function configOf({ secret }: PlatformContext): Promise<Config> {
  // The library's index brings every kind of object that there is, four megabytes of them; its reader of kubeconfigs is what is needed.
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  const text = secret(KUBECONFIG_TEXT);
  const files = (secret('KUBECONFIG') ?? '').split(delimiter).filter(Boolean);
  const usual = join(secret('HOME') ?? '/', '.kube', 'config');
  try {
    if (text) config.loadFromString(text);
    else if (files.length > 0 || existsSync(usual))
      readFiles(config, files.length > 0 ? files : [usual], KubeConfig);
    else if (secret('KUBERNETES_SERVICE_HOST')) config.loadFromCluster();
    else throw noConfig();
  } catch (error) {
    throw error instanceof Problem ? error : badConfig(text ? KUBECONFIG_TEXT : (files[0] ?? usual), error);
  }
  return config;
}

function readFiles(config: Config, files: readonly string[], More: new () => Config): void {
  for (const [at, file] of files.entries()) {
    const read = at === 0 ? config : new More();
    read.loadFromFile(file);
    if (read !== config) config.mergeConfig(read, true);
  }
}

/** Whether the kubeconfig itself says who speaks. */
function hasOwnLogin(config: Config): boolean {
  const user = config.getCurrentUser();
  return [user?.token, user?.certData, user?.certFile, user?.exec, user?.authProvider, user?.username].some(
    (each) => each !== undefined && each !== null && each !== '',
  );
}

const noQueue = (queue: string | undefined): Problem =>
  new Problem({
    code: 'queue-missing',
    kind: 'usage',
    what:
      queue === undefined
        ? 'The candidate "kubernetes" does not say where its cluster is.'
        : 'The `queue` of the candidate "kubernetes" is not of the form kube://context/namespace/claim.',
    next: 'Add "queue: kube://context/namespace/claim" to that candidate; kube:///namespace/claim takes the current context.',
  });

const noConfig = (): Problem =>
  new Problem({
    code: 'kubeconfig-missing',
    kind: 'usage',
    what: 'There is no kubeconfig here, and this is no pod of a cluster; nothing was asked or submitted.',
    next: `Set KUBECONFIG to its path, or ${KUBECONFIG_TEXT} to its text; in a workflow store it as a secret of the environment that holds the keys (gpu-lease).`,
  });

const badConfig = (where: string, cause: unknown): Problem =>
  new Problem(
    {
      code: 'kubeconfig-bad',
      kind: 'usage',
      what: `The kubeconfig of ${where} cannot be read as one; nothing was asked or submitted.`,
      next: 'Try "kubectl --kubeconfig FILE config view"; write it anew where that fails too.',
    },
    { cause },
  );

function noContext(name: string, config: Config): Problem {
  const names = config.getContexts().map((each) => each.name);
  return new Problem({
    code: 'context-unknown',
    kind: 'usage',
    what: `The kubeconfig has no whole context "${name}"; it has ${names.join(', ') || 'none'}.`,
    next: 'Correct the context in `queue: kube://context/namespace/claim`, or the kubeconfig.',
  });
}
