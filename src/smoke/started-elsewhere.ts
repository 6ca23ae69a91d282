import { findsItsFiles } from '../job/init/reading/started-where.ts';
import { pythonSources } from './python-sources.ts';
import { codeFiles } from './wrote.ts';

/**
 * Whether a script finds its own files also where it is started in another directory than that of its code.
 *
 * @param own what it wrote beside its code, relative to that: it finds it again wherever it is started
 */
export const mayStartElsewhere =
  (workDir: string, own: readonly string[]) =>
  (command: string): boolean => {
    const sources = pythonSources(workDir, command).map(({ code }) => ({
      code: own.reduce(asAbsolute, code),
    }));
    const files = [...codeFiles(workDir).keys()].filter((path) => !own.includes(path));
    return sources.length > 0 && findsItsFiles(sources, { files }, command.split(/\s+/));
  };

const asAbsolute = (code: string, path: string): string =>
  code.replaceAll(`'${path}'`, `'/${path}'`).replaceAll(`"${path}"`, `"/${path}"`);
