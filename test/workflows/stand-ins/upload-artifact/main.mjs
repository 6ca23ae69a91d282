// Uploads through GitHub's own client. STAND_IN_* come from the driver that runs the workflow (test/workflows/act.ts).
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const need = (name) => process.env[name] || fail(`${name} is not set; run this by test/workflows/act.ts`);
const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

// On GitHub only actions get these two, not `run:` steps. The executor knows no such difference, so they travel by other names.
process.env.ACTIONS_RESULTS_URL = need('STAND_IN_RESULTS_URL');
process.env.ACTIONS_RUNTIME_TOKEN = need('STAND_IN_RUNTIME_TOKEN');
// The client refuses to work for any other server than github.com.
process.env.GITHUB_SERVER_URL = 'https://github.com';
const { DefaultArtifactClient } = await import(pathToFileURL(need('STAND_IN_ARTIFACT_CLIENT')).href);

const roots = input('path')
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean);
if (roots.some((root) => /[*?[\]!]/.test(root))) fail('this stand-in knows no patterns in "path"');
const files = roots.flatMap((root) => filesBelow(resolve(root)));
if (files.length === 0) {
  const verdict = input('if-no-files-found');
  const text = `No files were found with the provided path: ${roots.join(', ')}`;
  if (verdict === 'error') fail(text);
  console.log(verdict === 'ignore' ? text : `::warning::${text}`);
  process.exit(0);
}

const client = new DefaultArtifactClient();
const name = input('name');
if (input('overwrite') === 'true') await client.deleteArtifact(name).catch(() => {});
const days = Number(input('retention-days'));
const { id, digest } = await client.uploadArtifact(
  name,
  files,
  commonFolder(roots.map((root) => resolve(root))),
  {
    compressionLevel: Number(input('compression-level')),
    ...(days > 0 && { retentionDays: days }),
  },
);
const { GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_OUTPUT } = process.env;
const url = `https://github.com/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}/artifacts/${id}`;
appendFileSync(GITHUB_OUTPUT, `artifact-id=${id}\nartifact-digest=${digest}\nartifact-url=${url}\n`);

function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** What the archive's names are relative to: the only folder given, else the deepest folder that holds everything. */
function commonFolder(paths) {
  const folders = paths.map((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path),
  );
  let common = folders[0];
  while (!folders.every((folder) => folder === common || folder.startsWith(join(common, '/'))))
    common = dirname(common);
  return common;
}

function fail(text) {
  console.log(`::error::${text}`);
  process.exit(1);
}
