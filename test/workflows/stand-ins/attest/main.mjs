// Makes a statement of its inputs, as @actions/attest does. STAND_IN_* come from the driver that runs the workflow (test/workflows/act.ts).
import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_SUBJECTS = 1024;
const MOST_LIST_BYTES = 512 * 1024;
const MOST_PREDICATE_BYTES = 16 * 1024 * 1024;

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

try {
  // On GitHub this is ACTIONS_ID_TOKEN_REQUEST_URL, which a job has that may prove who it is.
  const signer = process.env.STAND_IN_ID_TOKEN_URL;
  if (!signer)
    throw new Error(
      'missing "id-token" permission. Please add "permissions: id-token: write" to your workflow.',
    );
  if (input('push-to-registry') === 'true') throw new Error('this stand-in knows no registry');
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects(),
    predicateType: input('predicate-type'),
    predicate: predicate(),
  };
  const answer = await fetch(`${signer}/attestations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${input('github-token')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repository: process.env.GITHUB_REPOSITORY, statement }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`Failed to persist attestation: ${said.message}`);
  const path = join(mkdtempSync(join(process.env.RUNNER_TEMP, 'attestation-')), 'attestation.json');
  writeFileSync(path, `${JSON.stringify(said.bundle)}\n`, { flag: 'a' });
  const url = `https://github.com/${process.env.GITHUB_REPOSITORY}/attestations/${said.id}`;
  appendFileSync(
    process.env.GITHUB_OUTPUT,
    `bundle-path=${path}\nattestation-id=${said.id}\nattestation-url=${url}\n`,
  );
  console.log(`Attestation created for ${statement.subject.length} subjects`);
} catch (error) {
  console.log(`::error::${error.message}`);
  process.exit(1);
}

function subjects() {
  const [path, digest, checksums] = ['subject-path', 'subject-digest', 'subject-checksums'].map(input);
  const given = [path, digest, checksums].filter(Boolean).length;
  if (given === 0)
    throw new Error('One of subject-path, subject-digest, or subject-checksums must be provided');
  if (given > 1)
    throw new Error('Only one of subject-path, subject-digest, or subject-checksums may be provided');
  if (path) throw new Error('this stand-in reads no files for subjects');
  if (digest) return [subjectOf(digest, input('subject-name'))];
  if (statSync(checksums).size > MOST_LIST_BYTES)
    throw new Error(`subject checksums file exceeds maximum allowed size: ${MOST_LIST_BYTES} bytes`);
  return listed(readFileSync(checksums, 'utf8'));
}

function subjectOf(digest, name) {
  if (!name) throw new Error('subject-name must be provided when using subject-digest');
  if (!/^sha256:[A-Za-z0-9]{64}$/.test(digest))
    throw new Error('subject-digest must be in the format "sha256:<hex-digest>"');
  return { name, digest: { sha256: digest.slice('sha256:'.length) } };
}

function listed(text) {
  const found = new Map();
  for (const line of text.split('\n').filter((each) => each.includes(' '))) {
    const digest = line.slice(0, line.indexOf(' '));
    if (!/^[0-9a-fA-F]+$/.test(digest)) throw new Error(`Invalid digest: ${digest}`);
    if (digest.length !== 64) throw new Error(`Unknown digest algorithm: ${digest}`);
    const name = line.slice(digest.length + 1).replace(/^[* ]/, '');
    found.set(`${name}\0${digest}`, { name, digest: { sha256: digest } });
  }
  if (found.size > MOST_SUBJECTS)
    throw new Error(
      `Too many subjects specified (${found.size}). The maximum number of subjects is ${MOST_SUBJECTS}.`,
    );
  return [...found.values()];
}

function predicate() {
  const [text, path] = [input('predicate'), input('predicate-path')];
  if (!input('predicate-type'))
    throw new Error('predicate-type is required when using predicate or predicate-path');
  if (!text && !path) throw new Error('One of predicate-path or predicate must be provided');
  if (text && path) throw new Error('Only one of predicate-path or predicate may be provided');
  const found = text || readFileSync(path, 'utf8');
  if (Buffer.byteLength(found) > MOST_PREDICATE_BYTES)
    throw new Error(`predicate exceeds maximum allowed size: ${MOST_PREDICATE_BYTES} bytes`);
  return JSON.parse(found);
}
