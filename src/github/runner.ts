import { getIDToken, setOutput, setSecret, summary } from '@actions/core';
import { getExecOutput } from '@actions/exec';
import { secretForms } from '../secret/forms.ts';

/**
 * Tells the runner to blank a secret and its usual other forms in everything that is logged from now on. A secret of
 * several lines is masked line by line, which the runner does anyway, but without its short lines ("{", "}"): an output
 * that holds anything masked is dropped.
 * @returns false where the value is too short to be masked safely, so that the caller can say so
 */
export function maskSecret(value: string, mask: (form: string) => void = setSecret): boolean {
  const forms = secretForms(value);
  for (const form of forms) mask(form);
  return forms.length > 0 || value.trim() === '';
}

/** The runner's signed word for who this job is, for whoever `audience` names. */
export const identityToken = (audience: string): Promise<string> => getIDToken(audience);

export { getExecOutput, setOutput };

/** Adds to the page of the workflow run. */
export const addSummary = (markdown: string): Promise<unknown> => summary.addRaw(markdown, true).write();
