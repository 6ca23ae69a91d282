import type { TwinAsset, TwinCheck, TwinComment, TwinIssue, TwinRelease } from './github-state.ts';
import { nodeId, stamp } from './github-views.ts';
import { ActionsViews } from './github-views-actions.ts';

/** Everything that the twin answers: issues, comments, checks and releases too. */
export class Views extends ActionsViews {
  issue(issue: TwinIssue) {
    const url = `${this.repo}/issues/${issue.number}`;
    const web = `${this.web}/${issue.pullRequest ? 'pull' : 'issues'}/${issue.number}`;
    const comments = [...this.state.comments.values()].filter((each) => each.issue === issue.number);
    const pull = `${this.repo}/pulls/${issue.number}`;
    return {
      id: 10_000 + issue.number,
      node_id: nodeId('Issue', issue.number),
      url,
      repository_url: this.repo,
      labels_url: `${url}/labels{/name}`,
      comments_url: `${url}/comments`,
      events_url: `${url}/events`,
      html_url: web,
      number: issue.number,
      state: issue.state,
      title: issue.title,
      body: issue.body,
      user: this.user(issue.author),
      author_association: this.association(issue.author),
      labels: issue.labels.map((name) => ({
        id: name.length,
        node_id: nodeId('Label', name),
        url: `${this.repo}/labels/${encodeURIComponent(name)}`,
        name,
        description: null,
        color: 'ededed',
        default: false,
      })),
      assignee: null,
      assignees: [],
      milestone: null,
      locked: false,
      comments: comments.length,
      closed_at: issue.closedAt ? stamp(issue.closedAt) : null,
      created_at: stamp(issue.createdAt),
      updated_at: stamp(issue.updatedAt),
      ...(issue.pullRequest
        ? { pull_request: { url: pull, html_url: web, diff_url: `${web}.diff`, patch_url: `${web}.patch` } }
        : {}),
    };
  }

  comment(comment: TwinComment) {
    return {
      id: comment.id,
      node_id: nodeId('IssueComment', comment.id),
      url: `${this.repo}/issues/comments/${comment.id}`,
      html_url: `${this.web}/issues/${comment.issue}#issuecomment-${comment.id}`,
      issue_url: `${this.repo}/issues/${comment.issue}`,
      body: comment.body,
      user: this.user(comment.author),
      author_association: this.association(comment.author),
      created_at: stamp(comment.createdAt),
      updated_at: stamp(comment.updatedAt),
    };
  }

  protected association(login: string): string {
    if (login === this.state.repository.split('/')[0]) return 'OWNER';
    const person = this.state.people.get(login);
    if (person?.type === 'Bot') return 'NONE';
    return person && ['admin', 'write'].includes(person.permission) ? 'COLLABORATOR' : 'NONE';
  }

  check(check: TwinCheck) {
    const url = `${this.repo}/check-runs/${check.id}`;
    return {
      id: check.id,
      head_sha: check.sha,
      node_id: nodeId('CheckRun', check.id),
      external_id: check.externalId,
      url,
      html_url: `${this.web}/runs/${check.id}`,
      details_url: `${this.web}/runs/${check.id}`,
      status: check.status,
      conclusion: check.conclusion,
      started_at: stamp(check.startedAt),
      completed_at: check.completedAt ? stamp(check.completedAt) : null,
      output: {
        title: check.title,
        summary: check.summary,
        text: null,
        annotations_count: check.annotations.length,
        annotations_url: `${url}/annotations`,
      },
      name: check.name,
      check_suite: { id: 5 },
      app: null,
      pull_requests: [],
    };
  }

  release(release: TwinRelease) {
    const url = `${this.repo}/releases/${release.id}`;
    const [owner, name] = this.state.repository.split('/');
    const assets = [...this.state.assets.values()].filter((each) => each.release === release.id);
    return {
      url,
      html_url: `${this.web}/releases/tag/${release.tag}`,
      assets_url: `${url}/assets`,
      upload_url: `${this.uploads}/repos/${owner}/${name}/releases/${release.id}/assets{?name,label}`,
      tarball_url: release.isDraft ? null : `${this.repo}/tarball/${release.tag}`,
      zipball_url: release.isDraft ? null : `${this.repo}/zipball/${release.tag}`,
      id: release.id,
      node_id: nodeId('Release', release.id),
      tag_name: release.tag,
      target_commitish: this.state.defaultBranch,
      name: release.name,
      body: null,
      draft: release.isDraft,
      prerelease: false,
      created_at: stamp(release.createdAt),
      published_at: release.isDraft ? null : stamp(release.createdAt),
      author: this.user(release.author),
      assets: assets.map((each) => this.asset(each)),
    };
  }

  asset(asset: TwinAsset) {
    const release = this.state.releases.get(asset.release);
    return {
      url: `${this.repo}/releases/assets/${asset.id}`,
      browser_download_url: `${this.web}/releases/download/${release?.tag}/${asset.name}`,
      id: asset.id,
      node_id: nodeId('ReleaseAsset', asset.id),
      name: asset.name,
      label: null,
      state: asset.state,
      content_type: asset.contentType,
      size: asset.bytes.length,
      digest: asset.digest,
      download_count: 0,
      created_at: stamp(asset.createdAt),
      updated_at: stamp(asset.createdAt),
      uploader: this.user(asset.uploader),
    };
  }
}
