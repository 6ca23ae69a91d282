import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const repositoryRoot = join(import.meta.dirname, '..', '..');

export interface ActionFile {
  name: string;
  description: string;
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: ActionStep[] };
}

export interface ActionStep {
  id?: string;
  shell?: string;
  run?: string;
  uses?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, string | number | boolean>;
  'continue-on-error'?: boolean;
}

export const ACTION_FILES = [
  'action.yml',
  ...readdirSync(join(repositoryRoot, 'actions')).map((name) => `actions/${name}/action.yml`),
];

export const readAction = (path: string, root = repositoryRoot): ActionFile =>
  parse(readFileSync(join(root, path), 'utf8'));
