import {
  hasRules,
  type TwinArtifact,
  type TwinEnvironment,
  type TwinJob,
  type TwinReview,
  type TwinRun,
} from './github-state.ts';
import { nodeId, RepositoryViews, stamp } from './github-views.ts';

/** Environments, runs and what runs leave. */
export class ActionsViews extends RepositoryViews {
  environment(environment: TwinEnvironment) {
    const { id, name, branches, adminsBypass, createdAt } = environment;
    const rule = (n: number, type: string, more = {}) => ({
      id: id * 10 + n,
      node_id: nodeId('Gate', id * 10 + n),
      type,
      ...more,
    });
    const wait = environment.waitMinutes > 0 && hasRules(this.state);
    const review = environment.reviewers.length > 0 && hasRules(this.state);
    return {
      id,
      node_id: nodeId('Environment', id),
      name,
      url: `${this.repo}/environments/${encodeURIComponent(name)}`,
      html_url: `${this.web}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
      created_at: stamp(createdAt),
      updated_at: stamp(createdAt),
      ...(adminsBypass === undefined || !hasRules(this.state) ? {} : { can_admins_bypass: adminsBypass }),
      protection_rules: [
        ...(wait ? [rule(1, 'wait_timer', { wait_timer: environment.waitMinutes })] : []),
        ...(review
          ? [
              rule(2, 'required_reviewers', {
                prevent_self_review: environment.preventsSelfReview,
                reviewers: this.reviewers(environment),
              }),
            ]
          : []),
        ...(branches ? [rule(3, 'branch_policy')] : []),
      ],
      deployment_branch_policy: branches
        ? { protected_branches: branches === 'protected', custom_branch_policies: branches === 'listed' }
        : null,
    };
  }

  reviewers(environment: TwinEnvironment) {
    return environment.reviewers.map((each) =>
      each.startsWith('team:')
        ? { type: 'Team', reviewer: this.team(each.slice(5)) }
        : { type: 'User', reviewer: this.user(each) },
    );
  }

  protected environmentLink({ id, name, createdAt }: TwinEnvironment) {
    return {
      id,
      node_id: nodeId('Environment', id),
      name,
      url: `${this.repo}/environments/${encodeURIComponent(name)}`,
      html_url: `${this.web}/deployments/activity_log?environments_filter=${encodeURIComponent(name)}`,
      created_at: stamp(createdAt),
      updated_at: stamp(createdAt),
    };
  }

  review({ state, login, comment, environments }: TwinReview) {
    const links = environments.flatMap((name) => this.state.environments.get(name) ?? []);
    return {
      state,
      comment,
      user: this.user(login),
      environments: links.map((each) => this.environmentLink(each)),
    };
  }

  pending(environment: TwinEnvironment, canApprove: boolean, timerFrom: Date | undefined) {
    const { created_at: _, updated_at: __, ...link } = this.environmentLink(environment);
    return {
      environment: link,
      wait_timer: environment.waitMinutes,
      wait_timer_started_at: timerFrom ? stamp(timerFrom) : null,
      current_user_can_approve: canApprove,
      reviewers: this.reviewers(environment),
    };
  }

  run(run: TwinRun) {
    const url = `${this.repo}/actions/runs/${run.id}`;
    return {
      id: run.id,
      name: run.path,
      node_id: nodeId('WorkflowRun', run.id),
      head_branch: run.headBranch,
      head_sha: run.headSha,
      path: run.path,
      display_title: run.title,
      run_number: run.number,
      run_attempt: run.attempt,
      event: run.event,
      status: run.status,
      conclusion: run.conclusion,
      workflow_id: workflowId(run.path),
      check_suite_id: run.id + 1,
      url,
      html_url: `${this.web}/actions/runs/${run.id}`,
      pull_requests: [],
      created_at: stamp(run.createdAt),
      updated_at: stamp(run.createdAt),
      run_started_at: stamp(run.createdAt),
      actor: this.user(run.actor),
      triggering_actor: this.user(run.triggeringActor),
      jobs_url: `${url}/jobs`,
      logs_url: `${url}/logs`,
      check_suite_url: `${this.repo}/check-suites/${run.id + 1}`,
      artifacts_url: `${url}/artifacts`,
      cancel_url: `${url}/cancel`,
      rerun_url: `${url}/rerun`,
      previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
      workflow_url: `${this.repo}/actions/workflows/${workflowId(run.path)}`,
      head_commit: null,
      repository: this.minimalRepository(),
      head_repository: this.minimalRepository(),
    };
  }

  job(job: TwinJob) {
    const run = this.state.runs.get(job.run);
    return {
      id: job.id,
      run_id: job.run,
      run_url: `${this.repo}/actions/runs/${job.run}`,
      run_attempt: job.attempt,
      node_id: nodeId('CheckRun', job.id),
      head_sha: run?.headSha ?? '',
      head_branch: run?.headBranch ?? null,
      workflow_name: run?.path ?? null,
      url: `${this.repo}/actions/jobs/${job.id}`,
      html_url: `${this.web}/actions/runs/${job.run}/job/${job.id}`,
      status: job.completedAt ? 'completed' : 'in_progress',
      conclusion: job.completedAt ? (job.conclusion ?? 'success') : null,
      created_at: stamp(job.startedAt),
      started_at: stamp(job.startedAt),
      completed_at: job.completedAt ? stamp(job.completedAt) : null,
      name: job.name,
      steps: [],
      check_run_url: `${this.repo}/check-runs/${job.id}`,
      labels: job.labels,
      runner_id: job.conclusion === 'skipped' ? 0 : 1,
      runner_name: job.conclusion === 'skipped' ? '' : 'GitHub Actions 1',
      runner_group_id: 0,
      runner_group_name: 'GitHub Actions',
    };
  }

  artifact(artifact: TwinArtifact) {
    const url = `${this.repo}/actions/artifacts/${artifact.id}`;
    const run = this.state.runs.get(artifact.run);
    return {
      id: artifact.id,
      node_id: nodeId('Artifact', artifact.id),
      name: artifact.name,
      size_in_bytes: artifact.listedBytes ?? artifact.zip.length,
      url,
      archive_download_url: `${url}/zip`,
      expired: artifact.expired,
      created_at: stamp(artifact.createdAt),
      updated_at: stamp(artifact.createdAt),
      expires_at: stamp(artifact.expiresAt),
      digest: artifact.digest,
      workflow_run: {
        id: artifact.run,
        repository_id: 1296269,
        head_repository_id: run?.isOfFork ? 99 : 1296269,
        head_branch: run?.headBranch ?? 'main',
        head_sha: run?.headSha ?? '',
      },
    };
  }

  workflow(path: string, name: string) {
    const id = workflowId(path);
    return {
      id,
      node_id: nodeId('Workflow', id),
      name,
      path,
      state: this.state.disabled.get(path) ?? 'active',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      url: `${this.repo}/actions/workflows/${id}`,
      html_url: `${this.web}/blob/main/${path}`,
      badge_url: `${this.web}/workflows/${encodeURIComponent(name)}/badge.svg`,
    };
  }
}

/** The twin has no list of workflows beside their files, so a file's id comes from its path. */
export const workflowId = (path: string): number =>
  [...path].reduce((sum, each) => (sum * 33 + each.charCodeAt(0)) % 1e8, 11) + 1;
