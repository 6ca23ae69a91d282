import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { Repository } from '../github.ts';
import { hasMergeQueue, protectionOfBranch, rulesOfBranch } from './branch-rules.ts';
import type { RestClient } from './client.ts';
import { ownRunners } from './own-runners.ts';
import { pushRules } from './push-rules.ts';

const RepositoryReply = z.object({
  private: z.boolean(),
  visibility: z.string().optional(),
  default_branch: z.string(),
  archived: z.boolean(),
  owner: z.object({ type: z.string().optional() }),
});

const PermissionReply = z.object({
  // An answer that names none is no permission, and says so in the message of who is refused for it.
  permission: z.string().optional().transform(String),
  user: z.object({ type: z.string().optional() }).nullish(),
});

const FileReply = z.object({
  type: z.literal('file'),
  encoding: z.string(),
  content: z.string(),
});

const WorkflowReply = z.object({ path: z.string(), name: z.string(), state: z.string() });

export const repository = (client: RestClient): Repository => ({
  ...facts(client),
  ...contents(client),
  pushRules: () => pushRules(client),
  ownRunners: () => ownRunners(client),
  rulesOfBranch: (branch) => rulesOfBranch(client, branch),
  protectionOfBranch: (branch) => protectionOfBranch(client, branch),
  hasMergeQueue: (branch) => hasMergeQueue(client, branch),
});

const facts = (client: RestClient): Pick<Repository, 'describe' | 'permissionOf'> => ({
  async describe() {
    const reply = await client.call({
      route: 'GET /repos/{owner}/{repo}',
      reply: RepositoryReply,
      needs: 'metadata: read',
    });
    const { visibility, owner } = reply;
    return {
      visibility: VISIBILITIES.find((each) => each === visibility) ?? (reply.private ? 'private' : 'public'),
      defaultBranch: reply.default_branch,
      archived: reply.archived,
      ownerType: owner.type === 'User' || owner.type === 'Organization' ? owner.type : 'unknown',
    };
  },

  async permissionOf(login) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      parameters: { username: login },
      reply: PermissionReply,
      needs: 'metadata: read',
    });
    return found && { permission: found.permission, isPerson: found.user?.type === 'User' };
  },
});

const contents = (client: RestClient): Pick<Repository, 'file' | 'workflows'> => ({
  async file(path, ref) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/contents/{path}',
      parameters: { path, ...(ref === undefined ? {} : { ref }) },
      // A folder is answered with a list, and is no file.
      reply: z.union([FileReply, z.array(z.unknown()), z.object({ type: z.string() })]),
      needs: 'contents: read',
    });
    if (found === undefined || !('content' in found)) return;
    if (found.encoding === 'base64') return Buffer.from(found.content, 'base64').toString('utf8');
    throw tooLarge(path, client.access.repository);
  },

  async workflows() {
    const all = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/actions/workflows',
        reply: z.object({ workflows: z.array(WorkflowReply) }),
        needs: 'actions: read',
      },
      (page) => page.workflows,
    );
    return all.map(({ path, name, state }) => ({ path, name, state }));
  },
});

const VISIBILITIES = ['public', 'private', 'internal'] as const;

/** From 1 MB on GitHub answers without the content. */
const tooLarge = (path: string, name: string): Problem =>
  new Problem({
    code: 'github-file-too-large',
    kind: 'refused',
    what: `${path} in ${name} is too large to be read through GitHub's API.`,
    next: 'Check the repository out and read the file there.',
  });
