#!/usr/bin/env node
// Bundles src/ into dist/: readable ESM, split so that `status` does not pay for ssh2. See docs/decisions/0002-bundle.md.
// `build.mjs [DIR] [--without-types]`: the declarations take ten times as long as all else, and a test needs none.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { licences } from './licences.mjs';
import { withCore } from './with-core.mjs';
import { withoutNativeParts } from './without-native-parts.mjs';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const out = words.find((word) => !word.startsWith('--')) ?? join(root, 'dist');

// ssh2 and its friends are CommonJS: in an ESM bundle they need `require` and `__dirname` from somewhere.
const banner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __dirnameOf } from 'node:path';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __dirnameOf(__filename);',
].join('\n');

/** `look.cjs` is one file, so what a command loads for more than a look is left out of it; `quick` names what is not. */
const withoutWholeCommands = {
  name: 'without-whole-commands',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.\// }, ({ kind, importer, path }) => {
      if (kind !== 'dynamic-import' || basename(dirname(importer)) !== 'commands') return;
      const quick = /^\s*quick: .*import\('(.+)'\)/m.exec(readFileSync(importer, 'utf8'))?.[1];
      return path === quick ? undefined : { path, external: true };
    });
  },
};

/** Of `verify-alone.cjs`: what asks a server or opens a ledger. `start.cjs` leaves that to the whole program. */
const LEFT_TO_WHOLE_PROGRAM = ['attested', 'verify-remote', 'verify-step', 'ledger-opening'];
/** Started before that file is read, and known to it from there: there is one thread for both. */
const READY_THREAD = 'chunks/verify-ready-thread.cjs';
/** What the thread loads when it listens, by its name in the bundle. */
const WORK = 'chunks/apart-work';
const listening = {
  name: 'listening',
  setup(builder) {
    builder.onResolve({ filter: /\/apart-work\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${basename(WORK)}.mjs`, external: true } : undefined,
    );
  },
};
const alone = {
  name: 'alone',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path }) => {
      const name = basename(path, '.ts');
      if (name === 'ready-thread') return { path: `./${READY_THREAD}`, external: true };
      const isLeft = kind === 'dynamic-import' && LEFT_TO_WHOLE_PROGRAM.includes(name);
      return isLeft ? { path, external: true } : undefined;
    });
  },
};

/** Of the verifier: what every file is told by, then what readers of tensors, and readers of pickles and of archives, have in common. */
const ours = (...names) => names.map((name) => `src/verify/${name}.ts`);
const CORE = ours('engine/verify-tree', 'engine/role-by-content');
const LAYERS = [
  ours('tensor/judge', 'tensor/region', 'tensor/tensor-book', 'tensor/tiling'),
  ours(
    'archive/archive-members',
    'archive/unpacked',
    'archive/zip-examine',
    'codec/zstd',
    'numpy/npy-sequence',
    'pickle/cursor',
    'pickle/pickle-reading',
    'pickle/stray-pickle',
    'torch/archive',
    'torch/checkpoint-book',
    'torch/loader',
  ),
];

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'chunks'), { recursive: true });
const shared = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'eof',
  metafile: true,
  logLevel: 'warning',
};
const split = {
  ...shared,
  splitting: true,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  write: false,
  banner: { js: banner },
  plugins: [withoutNativeParts],
};
const oneFile = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__here' },
  // Only the sources, which are no bundle, ask for more of it.
  logOverride: { 'empty-import-meta': 'silent' },
  banner: { js: "'use strict';\nconst __here = require('node:url').pathToFileURL(__filename).href;" },
};
const results = await Promise.all([
  build({ ...split, entryPoints: [{ in: 'src/cli/main.ts', out: 'gpu-lease' }] }),
  // By itself: each module that these share with a command would be one more file for a thread to wait for.
  build({
    ...split,
    entryPoints: [
      { in: 'src/verify/index.ts', out: 'verify' },
      // Started as threads, from beside the chunk that starts them.
      { in: 'src/verify/apart/apart-work.ts', out: WORK },
      { in: 'src/verify/apart/crew-worker.ts', out: 'chunks/crew-worker' },
    ],
    plugins: [withoutNativeParts, withCore(root, CORE, LAYERS)],
  }),
  build({
    ...split,
    entryPoints: [{ in: 'src/verify/tensor/scan-worker.ts', out: 'chunks/scan-worker' }],
  }),
  build({
    ...oneFile,
    entryPoints: [{ in: 'src/cli/look.ts', out: 'look' }],
    // Wanted only behind a proxy by a ledger that has moved; there the looking commands say so and follow nobody.
    external: ['undici'],
    plugins: [withoutWholeCommands],
  }),
  build({ ...oneFile, entryPoints: ['src/cli/verify-alone.ts'], plugins: [alone] }),
  build({
    ...oneFile,
    entryPoints: [{ in: 'src/verify/apart/apart-worker.ts', out: 'chunks/apart-worker' }],
    plugins: [listening],
  }),
  build({
    ...oneFile,
    entryPoints: [{ in: 'src/verify/apart/ready-thread.ts', out: READY_THREAD.replace('.cjs', '') }],
  }),
]);

writeNamed(results[0]);
writeNamed(results[1], 'verifier.');
writeNamed(results[2], 'scan.');
if (!words.includes('--without-types')) await declareTypes('src/verify/index.ts', join(out, 'declarations'));
cpSync(join(root, 'scripts', 'start.cjs'), join(out, 'start.cjs'));
for (const name of readdirSync(join(root, 'src', 'box')).filter((file) => /\.(sh|py)$/.test(file))) {
  cpSync(join(root, 'src', 'box', name), join(out, 'chunks', name));
  cpSync(join(root, 'src', 'box', name), join(out, name));
}
for (const platform of ['colab', 'kaggle'])
  cpSync(join(root, 'src', platform, 'cells'), join(out, 'chunks', 'cells'), { recursive: true });
writeFileSync(
  join(out, 'THIRD-PARTY-LICENSES.txt'),
  licences(
    root,
    results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  ),
);

/**
 * Writes the chunks under names that say what is in them and stay when that changes: `lease-fold` for a module that is imported
 * later, `lease-balance.shared` for what several need, after the first of its modules. A diff of the bundle is then a diff of text.
 */
function writeNamed({ outputFiles, metafile }, prefix = '') {
  const names = new Map();
  const taken = new Set();
  for (const [path, { inputs, entryPoint }] of Object.entries(metafile.outputs).sort()) {
    if (!/-[A-Z0-9]{8}\.mjs$/.test(path)) continue;
    const held = Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0);
    const ours = held.filter((input) => input.startsWith('src/'));
    const first = (ours.length > 0 ? ours : held).map(moduleName).sort()[0] ?? 'nothing';
    const name = `${entryPoint ? moduleName(entryPoint) : `${first}.shared`}.mjs`;
    // Those that hold nothing are one and the same.
    if (taken.has(name) && first !== 'nothing') throw new Error(`two chunks would be called ${name}`);
    taken.add(name);
    names.set(basename(path), `${prefix}${name}`);
  }
  const named = (text) => text.replaceAll(/[\w.-]+-[A-Z0-9]{8}\.mjs/g, (name) => names.get(name) ?? name);
  for (const { path, text } of outputFiles)
    writeFileSync(join(dirname(path), named(basename(path))), named(text));
}

/** `src/lease/fold.ts` is `lease-fold`; what comes from a package is `npm-` and its path there. */
function moduleName(path) {
  const [, ours] = /^src\/(.+)\.ts$/.exec(path) ?? [];
  const [, theirs = path] = /node_modules\/@?(.+)\.\w+$/.exec(path) ?? [];
  return ours?.replaceAll('/', '-') ?? `npm-${theirs.replaceAll(/[^\w]+/g, '-')}`;
}

/** Declarations of a module and of every one that it names, side by side as the sources are. */
async function declareTypes(entry, into) {
  const { default: ts } = await import('typescript');
  const texts = new Map();
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const emitting = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: into,
    rootDir: join(root, 'src'),
  };
  const program = ts.createProgram([join(root, entry)], { ...options, ...emitting });
  program.emit(undefined, (path, text) => void texts.set(path, text));
  const waiting = [join(into, entry.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'))];
  const seen = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const named = /(from |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;
    const text = texts.get(path);
    for (const [, , , name] of text.matchAll(named)) waiting.push(join(dirname(path), `${name}.d.ts`));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(named, '$1$2$3.js$2'));
  }
}
