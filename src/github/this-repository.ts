import type { Clock } from '../clock.ts';
import { isLoopback } from '../host/proxied-fetch.ts';
import { Problem } from '../problem.ts';
import type { GitHub } from './github.ts';

const GITHUB_COM = 'https://api.github.com';

type Method = Exclude<keyof GitHub, 'repository' | 'requests' | 'remaining'>;

/** All of them; the compiler says which one is missing. */
const METHODS: Record<Method, true> = {
  environment: true,
  environments: true,
  secretNames: true,
  approvals: true,
  pendingDeployments: true,
  workflowRun: true,
  runsOf: true,
  jobsOf: true,
  dispatch: true,
  switchWorkflow: true,
  artifact: true,
  artifactsOf: true,
  artifacts: true,
  artifactsNamed: true,
  downloadArtifact: true,
  issueMarked: true,
  openIssues: true,
  createIssue: true,
  updateIssue: true,
  commentIssue: true,
  commentMarked: true,
  createComment: true,
  updateComment: true,
  checksOf: true,
  createCheck: true,
  updateCheck: true,
  pullRequest: true,
  takeLabelOff: true,
  statusOf: true,
  postStatus: true,
  draftRelease: true,
  uploadAsset: true,
  releaseAsset: true,
  downloadAsset: true,
  deleteAsset: true,
  deleteDraft: true,
  deleteArtifact: true,
  describe: true,
  permissionOf: true,
  file: true,
  workflows: true,
  pushRules: true,
  rulesOfBranch: true,
  protectionOfBranch: true,
  hasMergeQueue: true,
  ownRunners: true,
};

/**
 * The repository that this workflow runs in, or that the person at a terminal names with `GITHUB_REPOSITORY`, with the token
 * of `GH_TOKEN` or `GITHUB_TOKEN`. `undefined` where either is missing. Nothing is loaded, and nothing is asked, before the
 * first call: a look that asks GitHub nothing must not pay for it.
 */
export function openGitHub(env: NodeJS.ProcessEnv, clock: Clock, signal: AbortSignal): GitHub | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const token = env['GH_TOKEN'] || env['GITHUB_TOKEN'] || '';
  if (token === '' || !/^[^/\s]+\/[^/\s]+$/.test(repository)) return;
  const baseUrl = (env['GITHUB_API_URL'] || GITHUB_COM).replace(/\/+$/, '');
  let opening: Promise<GitHub> | undefined;
  let opened: GitHub | undefined;

  async function open(): Promise<GitHub> {
    requireSafe(baseUrl);
    const { githubRest } = await import('./rest/github-rest.ts');
    opened = githubRest({ repository, token, baseUrl, clock, signal });
    return opened;
  }

  const methods = Object.keys(METHODS).map((name) => [
    name,
    async (...given: unknown[]) => {
      opening ??= open();
      const method = (await opening)[name as Method] as (...all: unknown[]) => Promise<unknown>;
      return method(...given);
    },
  ]);
  return {
    repository,
    requests: () => opened?.requests() ?? 0,
    remaining: () => opened?.remaining(),
    ...(Object.fromEntries(methods) as Pick<GitHub, Method>),
  };
}

/** A token goes over TLS or stays on this machine. */
function requireSafe(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return;
  throw new Problem({
    code: 'github-base',
    kind: 'usage',
    what: `GITHUB_API_URL is ${JSON.stringify(baseUrl.slice(0, 100))}.`,
    next: 'It must begin with https://; http:// is allowed for this machine only.',
  });
}
