import { type Asked, failure, invalid, notFound, ok, paged, type Route } from './github-route.ts';
import type { TwinCheck, TwinIssue } from './github-state.ts';
import type { TwinReply } from './twin.ts';

/** GitHub's own bound on the text of an issue or comment, in characters. */
const MAX_TEXT = 65_536;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The repository itself, its people and files; issues, comments and checks. */
export const talkRoutes: Route[] = [
  {
    method: 'GET',
    path: '',
    needs: 'metadata:read',
    handle: ({ views }) => ok(views.repository()),
  },
  {
    method: 'GET',
    path: 'collaborators/:login/permission',
    needs: 'metadata:read',
    handle: ({ state, part, views }) => {
      const login = part['login'] ?? '';
      const person = state.people.get(login);
      if (!person) return failure(404, `${login} is not a user`);
      const { permission } = person;
      const user = { ...views.user(login), role_name: permission };
      return ok({ permission, role_name: permission, user });
    },
  },
  {
    method: 'GET',
    path: 'contents/:path',
    needs: 'contents:read',
    handle: ({ state, part, request, views }) => {
      const path = part['path'] ?? '';
      const ref = request.query.get('ref');
      if (ref !== null && !state.branches.has(ref)) return failure(404, `No commit found for the ref ${ref}`);
      const found = state.files.get(path);
      if (found !== undefined) return ok(views.file(path, found));
      const inside = [...state.files].filter(([each]) => each.startsWith(`${path}/`));
      if (inside.length === 0) return notFound();
      return ok(
        inside.map(([each, content]) => ({
          ...views.file(each, content),
          content: undefined,
          encoding: undefined,
        })),
      );
    },
  },
  {
    method: 'GET',
    path: 'issues',
    needs: ['issues:read', 'pull_requests:read'],
    handle: (asked) => {
      const { query } = asked.request;
      const state = query.get('state') ?? 'open';
      const labels = (query.get('labels') ?? '').split(',').filter((each) => each !== '');
      const all = [...asked.state.issues.values()]
        .filter((each) => state === 'all' || each.state === state)
        .filter((each) => labels.every((label) => each.labels.includes(label)))
        .sort((a, b) => (query.get('direction') === 'asc' ? a.number - b.number : b.number - a.number));
      return paged(asked, all, (page) => page.map((each) => asked.views.issue(each)));
    },
  },
  {
    method: 'POST',
    path: 'issues',
    needs: 'issues:write',
    handle: ({ state, body, caller, views }) => {
      if (!state.issuesEnabled) return failure(410, 'Issues has been disabled in this repository.');
      if (text(body['title']) === '') return invalid('Issue', 'title', 'missing_field');
      if (text(body['body']).length > MAX_TEXT) return invalid('Issue', 'body');
      const labels = Array.isArray(body['labels']) ? body['labels'].map(String) : [];
      const made = newIssue(state, {
        title: text(body['title']),
        body: text(body['body']),
        labels,
        author: caller.login,
      });
      return ok(views.issue(made), 201);
    },
  },
  {
    method: 'PATCH',
    path: 'issues/:number',
    needs: ['issues:write', 'pull_requests:write'],
    handle: ({ state, part, body, views }) => {
      const issue = state.issues.get(Number(part['number']));
      if (!issue) return notFound();
      if (text(body['body']).length > MAX_TEXT) return invalid('Issue', 'body');
      if (typeof body['title'] === 'string') issue.title = body['title'];
      if (typeof body['body'] === 'string') issue.body = body['body'];
      if (body['state'] === 'open' || body['state'] === 'closed') issue.state = body['state'];
      issue.closedAt = issue.state === 'closed' ? (issue.closedAt ?? state.clock.now()) : undefined;
      issue.updatedAt = state.clock.now();
      return ok(views.issue(issue));
    },
  },
  {
    method: 'GET',
    path: 'issues/:number/comments',
    needs: ['issues:read', 'pull_requests:read'],
    handle: (asked) => {
      const number = Number(asked.part['number']);
      if (!asked.state.issues.has(number)) return notFound();
      const all = [...asked.state.comments.values()].filter((each) => each.issue === number);
      return paged(asked, all, (page) => page.map((each) => asked.views.comment(each)));
    },
  },
  {
    method: 'POST',
    path: 'issues/:number/comments',
    needs: ['issues:write', 'pull_requests:write'],
    handle: ({ state, part, body, caller, views }) => {
      const issue = Number(part['number']);
      if (!state.issues.has(issue)) return notFound();
      const content = text(body['body']);
      if (content === '' || content.length > MAX_TEXT) return invalid('IssueComment', 'body');
      const now = state.clock.now();
      const made = {
        id: state.nextId(),
        issue,
        body: content,
        author: caller.login,
        createdAt: now,
        updatedAt: now,
      };
      state.comments.set(made.id, made);
      return ok(views.comment(made), 201);
    },
  },
  {
    method: 'PATCH',
    path: 'issues/comments/:id',
    needs: ['issues:write', 'pull_requests:write'],
    handle: ({ state, part, body, views }) => {
      const comment = state.comments.get(Number(part['id']));
      if (!comment) return notFound();
      const content = text(body['body']);
      if (content === '' || content.length > MAX_TEXT) return invalid('IssueComment', 'body');
      comment.body = content;
      comment.updatedAt = state.clock.now();
      return ok(views.comment(comment));
    },
  },
  {
    method: 'GET',
    path: 'pulls/:number',
    needs: 'pull_requests:read',
    handle: ({ state, part, views }) => {
      const issue = state.issues.get(Number(part['number']));
      if (!issue?.pullRequest) return notFound();
      const { headSha, base, isFork } = issue.pullRequest;
      const repo = { full_name: isFork ? 'mallory/engine' : state.repository, fork: isFork };
      return ok({
        number: issue.number,
        state: issue.state,
        title: issue.title,
        user: views.user(issue.author),
        labels: issue.labels.map((name) => ({ name })),
        head: { sha: headSha, repo },
        base: { ref: base, repo: { full_name: state.repository, fork: false } },
      });
    },
  },
  {
    method: 'DELETE',
    path: 'issues/:number/labels/:name',
    needs: ['issues:write', 'pull_requests:write'],
    handle: ({ state, part }) => {
      const issue = state.issues.get(Number(part['number']));
      const at = issue?.labels.findIndex((each) => each.toLowerCase() === part['name']?.toLowerCase()) ?? -1;
      if (!issue || at < 0) return failure(404, 'Label does not exist');
      issue.labels.splice(at, 1);
      return ok(issue.labels.map((name) => ({ name })));
    },
  },
  {
    method: 'POST',
    path: 'statuses/:sha',
    needs: 'statuses:write',
    handle: ({ state, part, body }) => {
      const status = text(body['state']);
      if (!['error', 'failure', 'pending', 'success'].includes(status)) return invalid('Status', 'state');
      const description = text(body['description']);
      if (description.length > 140) return invalid('Status', 'description');
      const context = text(body['context']) || 'default';
      const made = {
        sha: part['sha'] ?? '',
        state: status,
        context,
        description,
        url: text(body['target_url']),
      };
      state.statuses.push(made);
      return ok({ ...made, target_url: made.url }, 201);
    },
  },
  {
    method: 'GET',
    path: 'commits/:ref/statuses',
    needs: 'statuses:read',
    handle: (asked) => {
      const all = asked.state.statuses.filter(({ sha }) => sha === asked.part['ref']).reverse();
      return paged(asked, all, (page) => page.map((each) => ({ ...each, target_url: each.url })));
    },
  },
  {
    method: 'GET',
    path: 'commits/:ref/check-runs',
    needs: 'checks:read',
    handle: (asked) => {
      const { query } = asked.request;
      const all = [...asked.state.checks.values()]
        .filter((each) => each.sha === asked.part['ref'])
        .filter((each) => (query.get('check_name') ?? each.name) === each.name)
        .sort((a, b) => b.id - a.id);
      const shown = query.get('filter') === 'all' ? all : latestOfEach(all);
      return paged(asked, shown, (page) => ({
        total_count: shown.length,
        check_runs: page.map((each) => asked.views.check(each)),
      }));
    },
  },
  {
    method: 'POST',
    path: 'check-runs',
    needs: 'checks:write',
    handle: (asked) => {
      const { state, body, views } = asked;
      const check: TwinCheck = {
        id: state.nextId(),
        sha: text(body['head_sha']),
        name: text(body['name']),
        externalId: text(body['external_id']),
        status: 'queued',
        conclusion: null,
        title: '',
        summary: '',
        annotations: [],
        startedAt: state.clock.now(),
        completedAt: undefined,
      };
      const wrong = change(asked, check);
      if (wrong) return wrong;
      state.checks.set(check.id, check);
      return ok(views.check(check), 201);
    },
  },
  {
    method: 'PATCH',
    path: 'check-runs/:id',
    needs: 'checks:write',
    handle: (asked) => {
      const check = asked.state.checks.get(Number(asked.part['id']));
      if (!check) return notFound();
      return change(asked, check) ?? ok(asked.views.check(check));
    },
  },
];

const latestOfEach = (newestFirst: TwinCheck[]): TwinCheck[] =>
  newestFirst.filter((each, i) => newestFirst.findIndex(({ name }) => name === each.name) === i);

/** Annotations are added to those that are there, at most 50 a request. */
function change({ state, body }: Asked, check: TwinCheck): TwinReply | undefined {
  const output = (body['output'] ?? {}) as Record<string, unknown>;
  const annotations = Array.isArray(output['annotations']) ? output['annotations'] : [];
  if (annotations.length > 50) return invalid('CheckRun', 'annotations');
  if (text(output['summary']).length > 65_535) return invalid('CheckRun', 'summary');
  if (body['status'] === 'completed' && !body['conclusion'])
    return invalid('CheckRun', 'conclusion', 'missing_field');
  if (typeof body['external_id'] === 'string') check.externalId = body['external_id'];
  if (typeof output['title'] === 'string') check.title = output['title'];
  if (typeof output['summary'] === 'string') check.summary = output['summary'];
  check.annotations.push(...annotations);
  if (typeof body['status'] === 'string') check.status = body['status'];
  if (typeof body['conclusion'] === 'string') {
    check.conclusion = body['conclusion'];
    check.status = 'completed';
  }
  check.completedAt = check.status === 'completed' ? (check.completedAt ?? state.clock.now()) : undefined;
  if (check.status !== 'completed') check.conclusion = null;
  return;
}

export function newIssue(
  state: Asked['state'],
  wanted: Pick<TwinIssue, 'title' | 'author'> & Partial<TwinIssue>,
): TwinIssue {
  const number = Math.max(0, ...state.issues.keys()) + 1;
  const now = state.clock.now();
  const issue: TwinIssue = {
    number,
    body: '',
    labels: [],
    state: 'open',
    createdAt: now,
    updatedAt: now,
    closedAt: undefined,
    ...wanted,
  };
  state.issues.set(number, issue);
  return issue;
}
