// The installation that the tests of a short run start: the program of these sources as one CommonJS file, from code that V8 keeps.
// A run starts it some thousand times, and each start as shipped loads two hundred small modules and compiles the same lines again;
// and act copies all of its files before and after each step. `npm run test:long` starts what is shipped.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withoutNativeParts } from './without-native-parts.mjs';

/** What an installation consists of beside `dist`. */
const PARTS = ['bin', 'profiles', 'actions', 'action.yml', 'package.json', 'schemas', 'trust'];

/**
 * @param bundle `dist` as scripts/build.mjs makes it
 * @param into an empty directory
 * @param kept another, for the code: as many copies of the installation as there are runs by act need not carry it
 */
export async function installForTests(root, bundle, into, kept) {
  for (const part of PARTS) cpSync(join(root, part), join(into, part), { recursive: true });
  const dist = join(into, 'dist');
  mkdirSync(dist);
  for (const name of readdirSync(bundle).filter((each) => /\.(cjs|sh|py)$/.test(each)))
    cpSync(join(bundle, name), join(dist, name));
  // Where the program looks for its scripts and threads: beside itself.
  const chunks = join(dist, 'chunks');
  mkdirSync(chunks);
  for (const name of readdirSync(join(bundle, 'chunks')).filter((each) => !each.endsWith('.mjs')))
    cpSync(join(bundle, 'chunks', name), join(chunks, name), { recursive: true });
  const shared = {
    absWorkingDir: root,
    outdir: chunks,
    bundle: true,
    platform: 'node',
    target: 'node20',
    plugins: [withoutNativeParts],
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'error',
  };
  await Promise.all([
    build({
      ...shared,
      entryPoints: [{ in: 'src/cli/main.ts', out: 'whole' }],
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      define: { 'import.meta.url': '__here' },
      banner: { js: "const __here = require('node:url').pathToFileURL(__filename).href;" },
    }),
    build({
      ...shared,
      // `apart-worker.cjs` is as it ships, and loads the second of these.
      entryPoints: ['tensor/scan-worker', 'apart/apart-work', 'apart/crew-worker'].map(
        (name) => `src/verify/${name}.ts`,
      ),
      entryNames: '[name]',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      // As build.mjs does: what of it is CommonJS has to be able to load what is Node's.
      banner: {
        js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
      },
    }),
  ]);
  keepCode(root, dist, kept);
}

/** @param kept where the code is kept, also that of copies of this installation */
function keepCode(root, dist, kept) {
  const keeper = readFileSync(join(root, 'scripts', 'kept-code.cjs'), 'utf8');
  writeFileSync(join(dist, 'kept-code.cjs'), keeper.replace("'KEPT'", JSON.stringify(kept)));
  const start = readFileSync(join(dist, 'start.cjs'), 'utf8')
    // The whole program is one file, and has the part that verifies in it.
    .replace(': verifyAlone()', ': Promise.resolve(false)')
    .replace("require('./look.cjs')", "require('./kept-code.cjs')('look.cjs')")
    .replace("import('./gpu-lease.mjs')", "require('./kept-code.cjs')('chunks/whole.cjs')");
  if (start.match(/kept-code/g)?.length !== 2 || start.includes(': verifyAlone()'))
    throw new Error('start.cjs starts otherwise than it did');
  writeFileSync(join(dist, 'start.cjs'), start);
  writeFileSync(
    join(dist, 'gpu-lease.mjs'),
    "import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('./kept-code.cjs')('chunks/whole.cjs');\n",
  );
}
