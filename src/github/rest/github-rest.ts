import type { GitHub } from '../github.ts';
import { artifacts } from './artifacts.ts';
import { checks } from './checks.ts';
import { type Access, RestClient } from './client.ts';
import { comments } from './comments.ts';
import { environments } from './environments.ts';
import { issues } from './issues.ts';
import { pulls } from './pulls.ts';
import { releases } from './releases.ts';
import { repository } from './repository.ts';
import { workflowRuns } from './workflow-runs.ts';

export function githubRest(access: Access): GitHub {
  const client = new RestClient(access);
  return {
    repository: access.repository,
    requests: () => client.requests(),
    remaining: () => client.remaining(),
    ...environments(client),
    ...workflowRuns(client),
    ...artifacts(client),
    ...issues(client),
    ...comments(client),
    ...checks(client),
    ...pulls(client),
    ...releases(client),
    ...repository(client),
  };
}
