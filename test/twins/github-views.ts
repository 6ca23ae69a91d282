import type { GitHubState } from './github-state.ts';

const WEB = 'https://github.com';

/** GitHub writes times to the second. */
export const stamp = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

export const nodeId = (kind: string, id: number | string): string =>
  Buffer.from(`${kind}:${id}`).toString('base64url');

/** JSON as GitHub answers it, of what the twin remembers; every field that the published description requires. */
export class RepositoryViews {
  constructor(
    protected readonly state: GitHubState,
    protected readonly api: string,
    protected readonly uploads: string,
  ) {}

  protected get repo(): string {
    return `${this.api}/repos/${this.state.repository}`;
  }

  protected get web(): string {
    return `${WEB}/${this.state.repository}`;
  }

  user(login: string) {
    const url = `${this.api}/users/${encodeURIComponent(login)}`;
    const type = this.state.people.get(login)?.type ?? (login.endsWith('[bot]') ? 'Bot' : 'User');
    return {
      login,
      id: [...login].reduce((sum, each) => sum * 31 + each.charCodeAt(0), 7) % 1e9,
      node_id: nodeId('User', login),
      avatar_url: `https://avatars.githubusercontent.com/${encodeURIComponent(login)}`,
      gravatar_id: '',
      url,
      html_url: `${WEB}/${encodeURIComponent(login)}`,
      followers_url: `${url}/followers`,
      following_url: `${url}/following{/other_user}`,
      gists_url: `${url}/gists{/gist_id}`,
      starred_url: `${url}/starred{/owner}{/repo}`,
      subscriptions_url: `${url}/subscriptions`,
      organizations_url: `${url}/orgs`,
      repos_url: `${url}/repos`,
      events_url: `${url}/events{/privacy}`,
      received_events_url: `${url}/received_events`,
      type,
      site_admin: false,
    };
  }

  team(slug: string) {
    const url = `${this.api}/organizations/1/team/${slug}`;
    return {
      id: slug.length,
      node_id: nodeId('Team', slug),
      name: slug,
      slug,
      description: null,
      privacy: 'closed',
      permission: 'pull',
      url,
      html_url: `${WEB}/orgs/${this.state.repository.split('/')[0]}/teams/${slug}`,
      members_url: `${url}/members{/member}`,
      repositories_url: `${url}/repos`,
      type: 'organization',
      parent: null,
    };
  }

  minimalRepository() {
    const [owner = '', name = ''] = this.state.repository.split('/');
    const urls = Object.fromEntries(
      REPOSITORY_LINKS.map((each) => [`${each}_url`, `${this.repo}/${each.replaceAll('_', '/')}`]),
    );
    return {
      ...urls,
      id: 1296269,
      node_id: nodeId('Repository', 1296269),
      name,
      full_name: this.state.repository,
      owner: { ...this.user(owner), type: this.state.ownerType },
      private: this.state.visibility !== 'public',
      html_url: this.web,
      description: null,
      fork: false,
      url: this.repo,
      deployments_url: `${this.repo}/deployments`,
      releases_url: `${this.repo}/releases{/id}`,
    };
  }

  repository() {
    const { repository, defaultBranch, visibility, archived, clock } = this.state;
    const counts = ['forks', 'forks_count', 'open_issues', 'open_issues_count', 'stargazers_count'];
    const more = ['watchers', 'watchers_count', 'network_count', 'subscribers_count', 'size'];
    return {
      ...this.minimalRepository(),
      ...Object.fromEntries([...counts, ...more].map((each) => [each, 0])),
      clone_url: `${WEB}/${repository}.git`,
      git_url: `git://github.com/${repository}.git`,
      ssh_url: `git@github.com:${repository}.git`,
      svn_url: `${WEB}/${repository}`,
      mirror_url: null,
      homepage: null,
      language: null,
      license: null,
      default_branch: defaultBranch,
      visibility,
      archived,
      disabled: false,
      has_issues: this.state.issuesEnabled,
      has_projects: true,
      has_wiki: false,
      has_pages: false,
      has_discussions: false,
      pushed_at: stamp(clock.now()),
      created_at: '2020-01-26T19:01:12Z',
      updated_at: stamp(clock.now()),
    };
  }

  /** Its protection is told to everybody who may read it, without what only administrators may see. */
  branch(name: string) {
    const checks = this.state.protections.get(name);
    const path = `${this.repo}/branches/${name.split('/').map(encodeURIComponent).join('/')}`;
    return {
      name,
      commit: this.commit(),
      _links: { self: path, html: `${this.web}/tree/${name}` },
      protected: checks !== undefined,
      protection: {
        enabled: checks !== undefined,
        required_status_checks: {
          enforcement_level: checks ? 'non_admins' : 'off',
          contexts: (checks ?? []).map(({ context }) => context),
          checks: checks ?? [],
        },
      },
      protection_url: `${path}/protection`,
    };
  }

  private commit() {
    const sha = '0'.repeat(40);
    const url = `${this.repo}/commits/${sha}`;
    const by = { name: 'Ada', email: 'ada@example.com', date: '2026-01-26T19:01:12Z' };
    const tree = { sha, url: `${this.repo}/git/trees/${sha}` };
    return {
      sha,
      node_id: nodeId('Commit', sha),
      url,
      html_url: `${this.web}/commit/${sha}`,
      comments_url: `${url}/comments`,
      commit: { url, author: by, committer: by, message: 'A change', tree, comment_count: 0 },
      author: this.user('ada'),
      committer: this.user('ada'),
      parents: [],
    };
  }

  file(path: string, text: string) {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    const url = `${this.repo}/contents/${encoded}?ref=${this.state.defaultBranch}`;
    const git = `${this.repo}/git/blobs/0000000000000000000000000000000000000000`;
    const web = `${this.web}/blob/${this.state.defaultBranch}/${encoded}`;
    return {
      type: 'file',
      encoding: 'base64',
      size: Buffer.byteLength(text),
      name: path.split('/').at(-1) ?? '',
      path,
      // GitHub breaks the lines.
      content: (
        Buffer.from(text)
          .toString('base64')
          .match(/.{1,60}/g) ?? []
      )
        .map((line) => `${line}\n`)
        .join(''),
      sha: '0000000000000000000000000000000000000000',
      url,
      git_url: git,
      html_url: web,
      download_url: `https://raw.githubusercontent.com/${this.state.repository}/${this.state.defaultBranch}/${encoded}`,
      _links: { git, self: url, html: web },
    };
  }
}

/** What a repository's answer links to, each as `<name>_url`. */
const REPOSITORY_LINKS = (
  'archive assignees blobs branches collaborators comments commits compare contents contributors downloads events forks ' +
  'git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones ' +
  'notifications pulls stargazers statuses subscribers subscription tags teams trees'
).split(' ');
