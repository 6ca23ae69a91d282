import { type Asked, failure, notFound, ok, paged, type Route } from './github-route.ts';
import type { GitHubState, TwinRuleset } from './github-state.ts';
import type { TwinReply, TwinRequest } from './twin.ts';

/** What has to hold before something is pushed or merged, and which machines of one's own there are. */
export const ruleRoutes: Route[] = [
  {
    method: 'GET',
    path: 'rulesets',
    needs: 'metadata:read',
    handle: (asked) => {
      if (!hasRulesets(asked.state)) return upgrade();
      const above = asked.request.query.get('includes_parents') !== 'false';
      const all = asked.state.rulesets.filter(({ source_type }) => above || source_type === 'Repository');
      // The list leaves the rules out.
      return paged(asked, all, (page) => page.map(({ rules: _, ...each }) => each));
    },
  },
  {
    method: 'GET',
    path: 'rulesets/:id',
    needs: 'metadata:read',
    handle: ({ state, part }) => {
      const found = state.rulesets.find(({ id }) => String(id) === part['id']);
      return found ? ok(found) : notFound();
    },
  },
  {
    method: 'GET',
    path: 'rules/branches/:branch',
    needs: 'metadata:read',
    // The branch need not exist; rules that are not in force are left out.
    handle: (asked) => {
      const { state, part } = asked;
      if (!hasRulesets(state)) return upgrade();
      const all = state.rulesets
        .filter((ruleset) => ruleset.enforcement === 'active' && isFor(ruleset, part['branch'] ?? '', state))
        .flatMap(({ id, source, source_type, rules }) =>
          rules.map((rule) => ({
            ...rule,
            ruleset_source_type: source_type,
            ruleset_source: source,
            ruleset_id: id,
          })),
        );
      return paged(asked, all, (page) => page);
    },
  },
  {
    method: 'GET',
    path: 'branches/:branch',
    needs: 'contents:read',
    handle: ({ state, part, views }: Asked) => {
      const name = part['branch'] ?? '';
      return state.branches.has(name) ? ok(views.branch(name)) : failure(404, 'Branch not found');
    },
  },
  {
    method: 'GET',
    path: 'actions/runners',
    needs: 'administration:read',
    handle: (asked) => {
      const all = asked.state.runners.map(({ labels, ...each }) => ({
        ...each,
        labels: labels.map((name, at) => ({ id: at + 1, name, type: 'custom' })),
      }));
      return paged(asked, all, (page) => ({ total_count: all.length, runners: page }));
    },
  },
];

/** A private repository of the free plan has none. */
const hasRulesets = ({ visibility, plan }: GitHubState): boolean =>
  visibility === 'public' || plan !== 'free';

const upgrade = () =>
  failure(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.');

/** As GitHub's rules read it: one star stops at a slash. */
const fnmatch = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .split('**')
      .map((part) => part.split('*').map(literally).join('[^/]*'))
      .join('.*')}$`,
  ).test(name);

const literally = (text: string): string => text.replace(/[.+^${}()|[\]\\?]/g, '\\$&');

function isFor({ target, conditions }: TwinRuleset, branch: string, { defaultBranch }: GitHubState): boolean {
  if (target !== 'branch') return false;
  const { include = [], exclude = [] } = conditions?.ref_name ?? {};
  const names = (pattern: string): boolean =>
    pattern === '~ALL' ||
    (pattern === '~DEFAULT_BRANCH' && branch === defaultBranch) ||
    fnmatch(pattern, `refs/heads/${branch}`);
  return include.some(names) && !exclude.some(names);
}

const WITH_QUEUE =
  /^query\(\$owner: String!, \$name: String!, \$branch: String!\) \{ repository\(owner: \$owner, name: \$name\) \{ mergeQueue\(branch: \$branch\) \{ id \} \} \}$/;

/** The one query of GitHub's other interface that is known here. What may not be seen is null, and 200 all the same. */
export function queueReply(
  { method, body }: TwinRequest,
  state: GitHubState,
  refused: TwinReply | undefined,
): TwinReply {
  const { query = '', variables = {} } = (body ?? {}) as {
    query?: string;
    variables?: Record<string, string>;
  };
  if (method !== 'POST' || !WITH_QUEUE.test(query))
    return ok({ errors: [{ type: 'undefinedField', message: 'unknown here' }] });
  const { owner, name, branch = '' } = variables;
  if (refused || `${owner}/${name}` !== state.repository)
    return ok({
      data: { repository: null },
      errors: [{ type: 'NOT_FOUND', path: ['repository'], message: 'Could not resolve to a Repository' }],
    });
  const byRules = state.rulesets.some(
    (each) =>
      each.enforcement === 'active' &&
      isFor(each, branch, state) &&
      each.rules.some(({ type }) => type === 'merge_queue'),
  );
  return ok({
    data: { repository: { mergeQueue: byRules || state.queues.has(branch) ? { id: 'MQ_1' } : null } },
  });
}
