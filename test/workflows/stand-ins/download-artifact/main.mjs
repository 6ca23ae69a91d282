// Downloads through GitHub's own client. STAND_IN_* come from the driver that runs the workflow (test/workflows/act.ts).
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const need = (name) => process.env[name] || fail(`${name} is not set; run this by test/workflows/act.ts`);
const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

// On GitHub only actions get these two, not `run:` steps. The executor knows no such difference, so they travel by other names.
process.env.ACTIONS_RESULTS_URL = need('STAND_IN_RESULTS_URL');
process.env.ACTIONS_RUNTIME_TOKEN = need('STAND_IN_RUNTIME_TOKEN');
// The client refuses to work for any other server than github.com.
process.env.GITHUB_SERVER_URL = 'https://github.com';
const { DefaultArtifactClient } = await import(pathToFileURL(need('STAND_IN_ARTIFACT_CLIENT')).href);

const client = new DefaultArtifactClient();
const path = resolve(input('path') || process.env.GITHUB_WORKSPACE);
try {
  const { artifact } = await client.getArtifact(input('name'));
  const { digestMismatch } = await client.downloadArtifact(artifact.id, {
    path,
    expectedHash: artifact.digest,
  });
  if (digestMismatch) fail('Artifact download failed: the digest is another one.');
} catch (error) {
  fail(`Unable to download artifact(s): ${error.message}`);
}
appendFileSync(process.env.GITHUB_OUTPUT, `download-path=${path}\n`);

function fail(text) {
  console.log(`::error::${text}`);
  process.exit(1);
}
