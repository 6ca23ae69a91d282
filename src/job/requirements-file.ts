import { posix } from 'node:path';
import { parseDocument } from 'yaml';

export type Installer = 'pip' | 'uv' | 'poetry' | 'project' | 'conda';

const BY_NAME: Readonly<Record<string, Installer>> = {
  'uv.lock': 'uv',
  'poetry.lock': 'poetry',
  'pyproject.toml': 'project',
  'environment.yml': 'conda',
  'environment.yaml': 'conda',
};

/** By what a requirements file is installed, from its name. */
export function installerOf(file: string): Installer {
  const name = posix.basename(file);
  return Object.hasOwn(BY_NAME, name) ? (BY_NAME[name] ?? 'pip') : 'pip';
}

/** Why a requirements file cannot be installed as what its name says, as the end of a sentence. Seen before anything is rented. */
export function requirementsFault(file: string, text: string): string | undefined {
  switch (installerOf(file)) {
    case 'project':
      return projectFault(text);
    case 'conda': {
      const document = parseDocument(text);
      if (document.errors.length > 0) return 'is no YAML';
      return document.has('dependencies') ? undefined : 'lists no `dependencies`';
    }
    default:
      return undefined;
  }
}

/** Only what decides whether pip gets a list; the box reads the file with a whole reader of TOML. */
function projectFault(text: string): string | undefined {
  const project = tableOf(text.replaceAll('\r\n', '\n'), 'project');
  if (project === undefined)
    return text.includes('[tool.poetry.dependencies]')
      ? 'has its dependencies in [tool.poetry.dependencies]: commit poetry.lock and name that'
      : 'has no [project] table';
  if (/^dynamic\s*=\s*\[[^\]]*["']dependencies["']/m.test(project))
    return 'computes its dependencies (`dynamic`): name the file that they are read from';
  return /^dependencies\s*=/m.test(project) ? undefined : 'lists no `dependencies` in [project]';
}

/** The lines of one table of TOML, LF alone between them. */
export function tableOf(text: string, name: string): string | undefined {
  const [, body] = new RegExp(`^\\[${name.replaceAll('.', '\\.')}\\][^\\n]*\\n([^]*)`, 'm').exec(text) ?? [];
  return body?.split(/^\[[A-Za-z0-9_.\-"']+\]\s*(?:#.*)?$|^\[\[/m)[0];
}
