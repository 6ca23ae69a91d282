import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Keeps what is always loaded in few files. A chunk holds what the same entries reach, and each reader that is imported later is an
 * entry: the modules that it shares with the core would become a file for each set of readers, and a thread waits for each file.
 * So a reader is made to reach all of the core, which is there before it.
 *
 * @param core paths of the modules that are always loaded
 */
export const withCore = (root, core) => ({
  name: 'with-core',
  setup(builder) {
    const later = new Set();
    builder.onResolve({ filter: /^\.\.?\// }, ({ kind, resolveDir, path }) => {
      if (kind === 'dynamic-import') later.add(join(resolveDir, path));
      return undefined;
    });
    builder.onLoad({ filter: /\/src\/verify\/.*\.ts$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const imports = core.map((each) => `import ${JSON.stringify(join(root, each))};`);
      const contents = `${readFileSync(path, 'utf8')}\n${imports.join('\n')}\n`;
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  },
});
