// Bundles all test files in one go, so that each starts as plain JavaScript and no process compiles the sources again.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Programs of threads, which are started from beside the bundle of whoever starts them. */
const THREADS = ['tensor/scan', 'apart/apart', 'apart/crew'].map((name) => `src/verify/${name}-worker.ts`);
const STARTS_THREADS = 'src/verify/tensor/thread.ts';

/** A test finds what lies beside its source, wherever its bundle lies. */
const placesOfSources = (root, into) => ({
  name: 'places-of-sources',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('/node_modules/') || !text.includes('import.meta.')) return undefined;
      const at = path === join(root, STARTS_THREADS) ? join(into, 'chunks', 'thread.mjs') : path;
      const places = { url: pathToFileURL(at).href, dirname: dirname(path), filename: path };
      const lines = Object.entries(places).map(
        ([name, at]) => `const __here_${name} = ${JSON.stringify(at)};`,
      );
      // On the first line, so that no line moves.
      return { contents: `${lines.join(' ')} ${text}`, loader: 'ts' };
    });
  },
});

/** These import JSON as plain Node does not: they become part of the bundle. */
const jsonByBundle = {
  name: 'json-by-bundle',
  setup(builder) {
    builder.onResolve({ filter: /^@actions\/(?:workflow-parser|expressions)/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
  },
};

/**
 * @param files test files, as paths below `root`
 * @param into a directory below `root`, from which packages are found as from the sources
 */
export async function bundleTests(root, files, into) {
  const places = ['url', 'dirname', 'filename'];
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...files.map((file) => ({ in: file, out: file.replace(/\.ts$/, '') })),
      ...THREADS.map((file) => ({ in: file, out: `chunks/${basename(file, '.ts')}` })),
    ],
    outdir: into,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // By which a failure is told by its place in the sources.
    sourcemap: true,
    sourcesContent: false,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    define: Object.fromEntries(places.map((name) => [`import.meta.${name}`, `__here_${name}`])),
    plugins: [placesOfSources(root, into), jsonByBundle],
    logLevel: 'warning',
  });
}

/** Where the bundle of a test file lies. */
export const bundleOf = (file) => file.replace(/\.ts$/, '.mjs');

/** Folders whose tests start nothing and leave nothing behind: one process runs many of their files. */
const PURE = /^test\/(?:job|lease|profile|release|rent|report|sweep|tick|verify|watch)\//;

/** What a file does that others in the same process would notice, or that they would disturb. */
const ALONE = new RegExp(
  [
    String.raw`^(?:before|after)(?:Each)?\(`,
    String.raw`process\.env\[[^\]]+\] =|delete process\.env|chdir|globalThis|mock\.`,
    String.raw`growth\.ts|memoryUsage|performance\.now`,
    String.raw`\bspawn|execFile|installation\(|^// Over (?:ten seconds|a minute): `,
  ].join('|'),
  'm',
);
/** Folders of which some tests start nothing, and those that do name one of these. */
const MOSTLY =
  /^test\/(?:approval|attest|box|collect|course|github|launch|ledger|metrics|platforms|secret|smoke|storage|strict-yaml)\//;
const STARTS =
  /placeFor|new Place\(|programCommand|missing\(|sshdTestbed|shellBox|onBox|child_process|eventually|setTimeout|sleep|pause/;
const MOST_TOGETHER = 20;

/** The first comment of a file that takes longer than ten seconds, or a minute, starts so, and says why it is worth that. */
export const WORTH_IT = /^\/\/ Over (?:ten seconds|a minute): /;
const LONGEST = /^\/\/ Over a minute: /;
const longFirst = (text) => (LONGEST.test(text) ? 0 : WORTH_IT.test(text) ? 1 : 2);

/**
 * Shares processes among the files that may share one.
 *
 * @returns for each process what it starts with, below `into`, and which files it runs
 */
export function processesFor(root, files, into) {
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const isPure = (file) =>
    (PURE.test(file) || (MOSTLY.test(file) && !STARTS.test(textOf(file)))) && !ALONE.test(textOf(file));
  const pure = files.filter(isPure);
  // The long ones first, or the last of them would be waited for alone.
  const alone = files
    .filter((file) => !pure.includes(file))
    .map((file) => ({ file, order: longFirst(textOf(file)) }))
    .sort((one, other) => one.order - other.order)
    .map(({ file }) => file);
  const rooms = [];
  for (let at = 0; at < pure.length; at += MOST_TOGETHER) rooms.push(pure.slice(at, at + MOST_TOGETHER));
  const shared = rooms.map((room, n) => {
    const start = `together-${n + 1}.test.mjs`;
    writeFileSync(join(into, start), room.map((file) => `import './${bundleOf(file)}';\n`).join(''));
    return { start, files: room };
  });
  return [...alone.map((file) => ({ start: bundleOf(file), files: [file] })), ...shared];
}
