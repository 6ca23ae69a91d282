// The arrows of docs/architecture.md: cli -> course -> stages -> box, launch, platforms, ledger, github, report, stores, notify
// -> lease, job, profile, metrics, verify -> strict-yaml, secret -> problem, clock, money and the other leaves at the top.
const pure = '^src/(lease|job|metrics|profile|verify|attest)/';
const untouched = '^src/(lease|job|metrics|profile|verify|storage|attest)/';
// In src/verify: what all kinds of files share -> the kinds -> engine, which has them all -> apart, its thread.
const shared = 'contract|read|codec|tensor|archive|pickle|checkpoint';
const kind = `(?!(${shared}|engine|apart)/)[^/]+`;
const stages = '^src/(smoke|rent|watch|collect|release|sweep|tick)/';
const middle = '^src/(box|launch|platforms|ledger|github|report|stores|storage|data|notify)/';
const node = [
  'net',
  'http',
  'https',
  'http2',
  'tls',
  'dns',
  'child_process',
  'worker_threads',
  'cluster',
  'process',
  'os',
];

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      // The table of events says what each does to a run, and a run holds the events that made it. What opens a ledger takes
      // its settings and is opened from there.
      name: 'no-circles-of-types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/(settings|ledger-opening|ledger-place)' },
      to: { circular: true, viaOnly: { pathNot: '^src/lease/events' } },
    },
    {
      name: 'only-cli-is-above-the-stages',
      severity: 'error',
      from: { pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'stages-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/(smoke|rent|watch|collect|release|sweep|tick)/' },
      to: { path: stages, pathNot: '^src/$1/' },
    },
    {
      name: 'only-the-shell-knows-the-course',
      severity: 'error',
      from: { pathNot: '^src/(cli|course)/' },
      to: { path: '^src/course/' },
    },
    {
      name: 'stages-do-not-know-who-approves-them',
      severity: 'error',
      from: { pathNot: '^src/(cli|course|approval)/' },
      to: { path: '^src/approval/' },
    },
    {
      name: 'the-middle-does-not-know-stages',
      severity: 'error',
      from: { path: middle },
      to: { path: stages },
    },
    {
      name: 'the-pure-core-knows-only-itself',
      severity: 'error',
      from: { path: pure },
      to: { path: [stages, middle, '^src/(cli|course|world)', '^src/host/(?!backoff)'] },
    },
    {
      name: 'metrics-know-the-codecs-alone',
      severity: 'error',
      from: { path: '^src/metrics/' },
      to: { path: '^src/[^/]+/', pathNot: '^src/(metrics|verify)/' },
    },
    {
      name: 'a-crash-knows-itself-alone',
      severity: 'error',
      from: { path: '^src/crash/' },
      to: { path: '^src/[^/]+/', pathNot: '^src/crash/' },
    },
    {
      name: 'the-host-knows-the-leaves-alone',
      severity: 'error',
      from: { path: '^src/host/' },
      to: { path: '^src/[^/]+/', pathNot: '^src/host/' },
    },
    {
      name: 'verify-stands-alone',
      severity: 'error',
      from: { path: '^src/verify/' },
      to: {
        path: '^src/',
        pathNot: '^src/(verify/|host/backoff|problem|clock|canonical|evidence-level|wildcard)',
      },
    },
    {
      name: 'what-all-kinds-of-files-share-knows-none-of-them',
      severity: 'error',
      from: { path: `^src/verify/(${shared})/` },
      to: { path: `^src/verify/(${kind}|engine|apart)/` },
    },
    {
      name: 'a-kind-of-file-knows-no-other-kind',
      severity: 'error',
      from: { path: `^src/verify/(${kind})/` },
      to: { path: `^src/verify/(${kind}|engine|apart)/`, pathNot: '^src/verify/$1/' },
    },
    {
      name: 'only-the-engine-knows-formats-and-sets',
      severity: 'error',
      from: { path: '^src/verify/([^/]+)/', pathNot: '^src/verify/engine/' },
      to: {
        path: '^src/verify/[^/]+/(format|set)s?[-.]',
        pathNot: '^src/verify/($1|contract)/',
      },
    },
    {
      name: 'a-platform-knows-no-other-platform',
      severity: 'error',
      from: { path: '^src/platforms/([^/]+)/' },
      to: { path: '^src/platforms/[^/]+/', pathNot: '^src/platforms/$1/' },
    },
    {
      name: 'the-pure-core-touches-no-world',
      severity: 'error',
      from: {
        path: untouched,
        pathNot: '^src/verify/(read/(file-source|directory-tree|redirects)|tensor/(scan-|thread)|apart/)',
      },
      to: { dependencyTypes: ['core'], path: `^(node:)?(${[...node, 'fs', 'fs/promises'].join('|')})$` },
    },
    {
      name: 'leaves-know-nothing',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: '^src/world\\.ts$' },
      to: { path: '^src/[^/]+/' },
    },
    {
      name: 'leaf-rooms-know-only-leaves',
      severity: 'error',
      from: { path: '^src/(secret|strict-yaml)/' },
      to: { path: '^src/[^/]+/', pathNot: '^src/($1|secret)/' },
    },
    {
      name: 'ssh-only-where-it-is-used',
      severity: 'error',
      from: { pathNot: '^src/(box/ssh-|platforms/local/|box/known-hosts)' },
      to: { path: 'node_modules/ssh2' },
    },
    {
      name: 'the-actions-toolkit-only-at-its-edge',
      severity: 'error',
      from: { pathNot: '^src/github/(runner|rest/client)\\.ts$' },
      to: { path: 'node_modules/@actions' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
