import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openZip } from '../../src/stores/stored-zip.ts';
import { keptInTwin } from '../github/packed-upload.ts';
import type { TwinArtifact, TwinRun } from '../twins/github-state.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import type { RunAsked, Server } from './thin-driver.ts';
import type { OtherAction } from './thin-steps.ts';

/** Who answers when a job waits in an environment: approves, rejects, or says nothing, which GitHub takes for a "no" in the end. */
export type Reviewers = (run: TwinRun, environment: string) => void;

/** The thin driver's side of the twin of GitHub. */
export function twinServer(
  twin: GitHubTwin,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
  reviewers: Reviewers,
): Server {
  const runOf = ({ runId }: RunAsked): TwinRun => {
    const run = twin.state.runs.get(runId);
    if (!run) throw new Error(`the twin has no run ${runId}`);
    return run;
  };
  return {
    apiUrl: twin.url,
    serverUrl: twin.url,
    begin(asked, title) {
      Object.assign(runOf(asked), { title, status: 'in_progress', conclusion: null });
    },
    // A workflow writes `pull-requests`, the tables of the API `pull_requests`.
    token: (permissions) =>
      twin.tokenWith(
        Object.fromEntries(
          Object.entries(permissions).map(([scope, level]) => [scope.replaceAll('-', '_'), level]),
        ) as Parameters<GitHubTwin['tokenWith']>[0],
      ),
    async enter(environment, asked) {
      const run = runOf(asked);
      if (twin.enterEnvironment(run, environment) === 'passes') return 'open';
      if ((twin.state.environments.get(environment)?.reviewers.length ?? 0) > 0) {
        reviewers(run, environment);
        if (!run.cleared.has(environment) && run.pending.includes(environment)) return 'rejected';
        if (run.conclusion === 'failure') return 'rejected';
      }
      // Until the twin's clock says so, which whoever runs the test moves on.
      while (twin.isHeld(run, environment)) await new Promise((resolve) => setTimeout(resolve, 20));
      return 'open';
    },
    environmentSecrets: (environment) => secrets[environment] ?? {},
  };
}

/**
 * Stands in for actions/upload-artifact, with the names in the zip that it gives: one of a name for each workflow run, which only
 * `overwrite` replaces.
 */
const uploadingTo =
  (twin: GitHubTwin): OtherAction =>
  async ({ name = '', path = '', overwrite = 'false' }, { env }) => {
    const run = twin.state.runs.get(Number(env['GITHUB_RUN_ID']));
    if (!run) throw new Error('an upload of no run');
    const paths = path.split('\n').filter((each) => each.trim() !== '');
    const { id, digest } = keptInTwin(twin, run, { name, paths, overwrite: overwrite === 'true' });
    return {
      'artifact-id': String(id),
      'artifact-digest': (digest ?? '').replace('sha256:', ''),
      'artifact-url': `${twin.url}/${twin.state.repository}/actions/runs/${run.id}/artifacts/${id}`,
    };
  };

/** Stands in for actions/download-artifact: an artifact of this very workflow run. */
const downloadingFrom =
  (twin: GitHubTwin): OtherAction =>
  async ({ name = '', path = '' }, { env }) => {
    const run = Number(env['GITHUB_RUN_ID']);
    const found = [...twin.state.artifacts.values()].find((each) => each.run === run && each.name === name);
    if (!found) throw new Error(`Unable to download artifact(s): Artifact not found for name: ${name}`);
    mkdirSync(path, { recursive: true });
    const archive = join(path, '..', `${name}.zip`);
    writeFileSync(archive, found.zip);
    const zip = await openZip(archive);
    for (const entry of zip.entries) {
      const pieces: Uint8Array[] = [];
      await zip.read(entry.name, (piece) => void pieces.push(piece));
      writeFileSync(join(path, entry.name), Buffer.concat(pieces));
    }
    await zip.close();
    return { 'download-path': path };
  };

/** What actions/attest says where the plan of a repository has no attestations. act-attest.test.ts has one that signs. */
const withoutPlan: OtherAction = async () => {
  throw new Error('Failed to persist attestation: Feature not available for the repository.');
};

/** Every action of others that the workflows of the suite use. */
export const othersAt = (twin: GitHubTwin): Readonly<Record<string, OtherAction>> => ({
  'actions/upload-artifact': uploadingTo(twin),
  'actions/download-artifact': downloadingFrom(twin),
  'actions/attest': withoutPlan,
});

/** What workflow runs uploaded of results: all but the records that each leaves of its run. */
export const resultsAt = (twin: GitHubTwin): TwinArtifact[] =>
  [...twin.state.artifacts.values()].filter(
    ({ name }) => !/^gpu-lease-(?:records?|statement)(?:-|$)/.test(name),
  );
