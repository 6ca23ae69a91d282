import { parseDocument } from 'yaml';
import { filledIn } from '../workflows/expressions.ts';
import { type Asked, failure, notFound, ok, paged, type Route } from './github-route.ts';
import { letTimersEnd, type TwinEnvironment, type TwinRun } from './github-state.ts';
import { workflowId } from './github-views-actions.ts';
import type { TwinReply } from './twin.ts';

/** GitHub lists a file that is no YAML all the same, under its path. */
function parseYaml(text: string): Record<string, unknown> | undefined {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}

const runIn = ({ state, part }: Asked): TwinRun | undefined => state.runs.get(Number(part['run']));

const withRun = (asked: Asked, answer: (run: TwinRun) => TwinReply): TwinReply => {
  const run = runIn(asked);
  if (!run) return notFound();
  letTimersEnd(asked.state, run);
  return answer(run);
};

/** Environments, runs and artifacts. */
export const actionsRoutes = (onDispatch: (run: TwinRun) => void): Route[] => [
  {
    method: 'GET',
    path: 'environments',
    needs: 'actions:read',
    handle: (asked) => {
      const all = [...asked.state.environments.values()];
      return paged(asked, all, (page) => ({
        total_count: all.length,
        environments: page.map((each) => asked.views.environment(each)),
      }));
    },
  },
  {
    method: 'GET',
    path: 'environments/:name',
    needs: 'actions:read',
    handle: ({ state, part, views }) => {
      const found = state.environments.get(part['name'] ?? '');
      return found ? ok(views.environment(found)) : notFound();
    },
  },
  {
    method: 'GET',
    path: 'environments/:name/secrets',
    // Of apps and fine-grained tokens; no job's token has it.
    needs: 'environments:read',
    handle: ({ state, part }) => {
      const found = state.environments.get(part['name'] ?? '');
      if (!found) return notFound();
      const at = found.createdAt.toISOString();
      const secrets = found.secrets.map((name) => ({ name, created_at: at, updated_at: at }));
      return ok({ total_count: secrets.length, secrets });
    },
  },
  {
    method: 'GET',
    path: 'actions/runs/:run',
    needs: 'actions:read',
    handle: (asked) => withRun(asked, (run) => ok(asked.views.run(run))),
  },
  {
    method: 'GET',
    path: 'actions/runs/:run/approvals',
    needs: 'actions:read',
    handle: (asked) => withRun(asked, (run) => ok(run.reviews.map((each) => asked.views.review(each)))),
  },
  {
    method: 'GET',
    path: 'actions/runs/:run/pending_deployments',
    needs: 'actions:read',
    handle: (asked) =>
      withRun(asked, (run) => {
        const waiting = run.pending.flatMap((name) => asked.state.environments.get(name) ?? []);
        const may = ({ reviewers }: TwinEnvironment) => reviewers.includes(asked.caller.login);
        return ok(waiting.map((each) => asked.views.pending(each, may(each), run.timers.get(each.name))));
      }),
  },
  {
    method: 'GET',
    path: 'actions/runs/:run/jobs',
    needs: 'actions:read',
    handle: (asked) =>
      withRun(asked, (run) => {
        const isAll = asked.request.query.get('filter') === 'all';
        const all = asked.state.jobs.filter(
          (job) => job.run === run.id && (isAll || job.attempt === run.attempt),
        );
        return paged(asked, all, (page) => ({
          total_count: all.length,
          jobs: page.map((each) => asked.views.job(each)),
        }));
      }),
  },
  {
    method: 'GET',
    path: 'actions/runs/:run/artifacts',
    needs: 'actions:read',
    handle: (asked) =>
      withRun(asked, (run) => {
        const all = [...asked.state.artifacts.values()].filter((each) => each.run === run.id);
        return paged(asked, all, (page) => ({
          total_count: all.length,
          artifacts: page.map((each) => asked.views.artifact(each)),
        }));
      }),
  },
  {
    method: 'GET',
    path: 'actions/artifacts',
    needs: 'actions:read',
    handle: (asked) => {
      const name = asked.request.query.get('name');
      const all = [...asked.state.artifacts.values()]
        .filter((each) => name === null || each.name === name)
        .reverse();
      return paged(asked, all, (page) => ({
        total_count: all.length,
        artifacts: page.map((each) => asked.views.artifact(each)),
      }));
    },
  },
  {
    method: 'GET',
    path: 'actions/artifacts/:id',
    needs: 'actions:read',
    handle: ({ state, part, views }) => {
      const found = state.artifacts.get(Number(part['id']));
      return found ? ok(views.artifact(found)) : notFound();
    },
  },
  {
    method: 'DELETE',
    path: 'actions/artifacts/:id',
    needs: 'actions:write',
    handle: ({ state, part }) => (state.artifacts.delete(Number(part['id'])) ? { status: 204 } : notFound()),
  },
  {
    method: 'GET',
    path: 'actions/artifacts/:id/zip',
    needs: 'actions:read',
    handle: ({ state, part, signed }) => {
      const found = state.artifacts.get(Number(part['id']));
      if (!found) return notFound();
      if (found.expired) return failure(410, 'Artifact has expired');
      return { status: 302, headers: { location: signed(found.zip, `${found.name}.zip`) } };
    },
  },
  {
    method: 'GET',
    path: 'actions/workflows',
    needs: 'actions:read',
    handle: (asked) => {
      const all = workflowFiles(asked);
      return paged(asked, all, (page) => ({
        total_count: all.length,
        workflows: page.map(({ path, name }) => asked.views.workflow(path, name)),
      }));
    },
  },
  {
    method: 'GET',
    path: 'actions/workflows/:file/runs',
    needs: 'actions:read',
    handle: (asked) => {
      const path = workflowPath(asked);
      if (path === undefined) return notFound();
      const { query } = asked.request;
      const all = [...asked.state.runs.values()]
        .filter((run) => run.path === path && (query.get('event') ?? run.event) === run.event)
        .sort((a, b) => b.id - a.id);
      return paged(asked, all, (page) => ({
        total_count: all.length,
        workflow_runs: page.map((each) => asked.views.run(each)),
      }));
    },
  },
  {
    method: 'PUT',
    path: 'actions/workflows/:file/enable',
    needs: 'actions:write',
    handle: (asked) => switched(asked, (path) => asked.state.disabled.delete(path)),
  },
  {
    method: 'PUT',
    path: 'actions/workflows/:file/disable',
    needs: 'actions:write',
    handle: (asked) => switched(asked, (path) => asked.state.disabled.set(path, 'disabled_manually')),
  },
  {
    method: 'POST',
    path: 'actions/workflows/:file/dispatches',
    needs: 'actions:write',
    handle: (asked) => dispatch(asked, onDispatch),
  },
];

function switched(asked: Asked, change: (path: string) => unknown): TwinReply {
  const path = workflowPath(asked);
  if (path === undefined) return notFound();
  change(path);
  return { status: 204 };
}

function workflowFiles({ state }: Asked): { path: string; name: string }[] {
  return [...state.files]
    .filter(([path]) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
    .map(([path, text]) => ({ path, name: String(parseYaml(text)?.name ?? path) }));
}

/** A workflow is named by its file or by its id. */
function workflowPath(asked: Asked): string | undefined {
  const wanted = asked.part['file'] ?? '';
  return workflowFiles(asked).find(
    ({ path }) => path === `.github/workflows/${wanted}` || String(workflowId(path)) === wanted,
  )?.path;
}

interface Trigger {
  inputs?: Record<string, { required?: boolean; default?: unknown; type?: string; options?: string[] }>;
}

function dispatch(asked: Asked, onDispatch: (run: TwinRun) => void): TwinReply {
  const { state, body, caller, views } = asked;
  const path = workflowPath(asked);
  if (path === undefined) return notFound();
  if (state.disabled.has(path)) return failure(403, 'Cannot trigger a workflow that is disabled.');
  const branch = String(body['ref'] ?? '').replace(/^refs\/heads\//, '');
  if (!state.branches.has(branch)) return failure(422, `No ref found for: ${body['ref']}`);
  const trigger = triggerOf(state.files.get(path) ?? '');
  if (trigger === undefined) return failure(422, "Workflow does not have 'workflow_dispatch' trigger");
  const given = (body['inputs'] ?? {}) as Record<string, unknown>;
  const wrong = wrongInputs(trigger, given);
  if (wrong !== undefined) return failure(422, wrong);
  const known = Object.entries(trigger.inputs ?? {});
  const defaults = known.flatMap(([name, { default: fallback }]) =>
    fallback === undefined ? [] : [[name, String(fallback)]],
  );
  const inputs = {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  };
  const run = newRun(asked.state, {
    path,
    event: 'workflow_dispatch',
    actor: caller.login,
    headBranch: branch,
    inputs,
  });
  run.title = titleOf(state.files.get(path) ?? '', run);
  onDispatch(run);
  if (body['return_run_details'] !== true) return { status: 204 };
  const { url, html_url } = views.run(run);
  return ok({ workflow_run_id: run.id, run_url: url, html_url });
}

/** A run has its title as soon as it is started, whenever a runner is free for it. */
function titleOf(text: string, { id, path, event, inputs }: TwinRun): string {
  const { 'run-name': name } = (parseYaml(text) ?? {}) as { 'run-name'?: string };
  const github = { run_id: String(id), event_name: event };
  return name === undefined ? path : filledIn(name, { inputs, github });
}

function triggerOf(text: string): Trigger | undefined {
  const { on } = (parseYaml(text) ?? {}) as { on?: unknown };
  if (on === 'workflow_dispatch') return {};
  if (Array.isArray(on)) return on.includes('workflow_dispatch') ? {} : undefined;
  if (on === null || typeof on !== 'object' || !('workflow_dispatch' in on)) return;
  return (on.workflow_dispatch ?? {}) as Trigger;
}

function wrongInputs({ inputs = {} }: Trigger, given: Record<string, unknown>): string | undefined {
  if (Object.keys(given).length > 25)
    return 'you may only define up to 25 `inputs` for a `workflow_dispatch` event';
  const unexpected = Object.keys(given).filter((name) => !(name in inputs));
  if (unexpected.length > 0) return `Unexpected inputs provided: ${JSON.stringify(unexpected)}`;
  for (const [name, { required, default: fallback, type, options }] of Object.entries(inputs)) {
    if (required && fallback === undefined && !(name in given))
      return `Required input '${name}' not provided`;
    if (type === 'choice' && name in given && !options?.includes(String(given[name])))
      return `Provided value '${given[name]}' for input '${name}' not in the list of allowed values`;
  }
  return;
}

/** @param wanted what the test, or the request, says of it */
export function newRun(
  state: Asked['state'],
  wanted: Partial<TwinRun> & Pick<TwinRun, 'path' | 'event'>,
): TwinRun {
  const actor = wanted.actor ?? 'ada';
  const id = 9_000_000_000 + state.nextId();
  const run: TwinRun = {
    id,
    number: state.runs.size + 1,
    attempt: 1,
    title: wanted.path,
    headSha: id.toString(16).padStart(40, '0'),
    headBranch: state.defaultBranch,
    status: 'queued',
    conclusion: null,
    actor,
    triggeringActor: actor,
    createdAt: state.clock.now(),
    inputs: {},
    reviews: [],
    pending: [],
    timers: new Map(),
    cleared: new Set(),
    ...wanted,
  };
  state.runs.set(id, run);
  return run;
}
