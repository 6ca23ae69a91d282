import { type Block, documented } from '../workflows/documented.ts';
import { forAct } from '../workflows/for-act.ts';

const SUITE = 'gpu-lease/gpu-lease';

/** A workflow file that a reader makes of pieces of the pages. */
export interface CopiedFile {
  path: string;
  /** As the reader pushes it. */
  pushed: string;
  /** The same without what act does not know. */
  text: string;
}

/** The pieces of YAML that are a workflow, or a part of one, with the suite's name and commit filled in; and which were copied. */
export class Pages {
  readonly #commit: string;
  readonly #copied = new Set<string>();
  readonly workflows: readonly Block[];

  constructor(commit: string) {
    this.#commit = commit;
    this.workflows = documented(SUITE, commit).filter(isOfWorkflow);
  }

  /** Names of those that no file was made of. */
  get left(): string[] {
    return this.workflows.map(({ where }) => where).filter((where) => !this.#copied.has(where));
  }

  /** The one piece of that page that holds these words. */
  piece(page: string, ...words: string[]): Block {
    const found = this.workflows.filter(
      (block) => block.page === page && words.every((word) => block.text.includes(word)),
    );
    const [block] = found;
    if (!block || found.length > 1)
      throw new Error(`${page}: ${found.length} pieces with ${words.join(', ')}`);
    this.#copied.add(block.where);
    return block;
  }

  /** One file of the examples of these actions' own pages: the head of the last page, and the jobs of all, as they are printed. */
  actions(file: string, ...names: string[]): CopiedFile {
    const parts = names.map((name) => {
      const { text } = this.piece(`docs/actions/${name}.md`, `  ${name}:\n`);
      return /^([\s\S]*?^jobs:\n)([\s\S]*)$/m.exec(text) ?? [];
    });
    return this.file(file, `${parts.at(-1)?.[1]}${parts.map(([, , jobs]) => jobs).join('')}`);
  }

  file(name: string, pushed: string): CopiedFile {
    const { text } = forAct(pushed, `${SUITE}@${this.#commit}`);
    return { path: `.github/workflows/${name}`, pushed, text };
  }
}

/** Steps, a job, or a workflow. */
function isOfWorkflow({ value }: Block): boolean {
  if (Array.isArray(value)) return value.every(({ uses, run }) => uses || run);
  return 'jobs' in value || Object.values(value).some((each) => Object(each)['runs-on'] || Object(each).uses);
}

/** One run by the pages of the actions, from smoke to released. */
export function filesOfOneRun(pages: Pages): CopiedFile[] {
  const of = (file: string, ...names: string[]) => pages.actions(file, ...names);
  const looks = of('mine-watch.yml', 'watch', 'continue');
  return [
    of('mine-launch.yml', 'smoke', 'launch'),
    of('mine-open.yml', 'smoke', 'open'),
    // The one thing that is changed: a look ends before the training does.
    pages.file('mine-watch.yml', looks.pushed.replace('bound: 30min', 'bound: 2s')),
    of('mine-collect.yml', 'collect', 'attest'),
    of('mine-train.yml', 'ask'),
    of('mine-release.yml', 'gate', 'release'),
    of('mine-tick.yml', 'tick'),
    of('mine-comment.yml', 'smoke', 'comment'),
    pages.file('verify.yml', pages.piece('actions/verify/README.md', 'jobs:').text),
    ...['doctor', 'plan', 'status', 'staleness', 'verify'].map((name) => of(`mine-${name}.yml`, name)),
  ];
}

/** What the README shows, with the label and the notices. */
export function filesOfReadme(pages: Pages): CopiedFile[] {
  const train = pages.piece('README.md', '  attest:\n').text;
  // The job that signs stands on a page of its own, too.
  const signs = pages.piece('docs/attestations.md', 'attest:').text;
  return [
    pages.file('smoke.yml', pages.piece('README.md', 'pull-request.yml').text),
    pages.file('gpu-lease-train.yml', train.replace(/^ {2}attest:\n[\s\S]*$/m, signs)),
    pages.actions('mine-label.yml', 'label'),
    pages.actions('mine-notify.yml', 'notify'),
  ];
}

/** A smoke that fails, and who is told. */
export const filesOfFailedSmoke = (pages: Pages): CopiedFile[] => [
  pages.actions('mine-comment.yml', 'smoke', 'comment'),
  pages.actions('mine-told.yml', 'smoke', 'told'),
];

export const filesOfSweep = (pages: Pages): CopiedFile[] => [
  pages.actions('mine-sweep.yml', 'smoke', 'sweep'),
];

const KEYS = [
  ['AWS_ACCESS_KEY_ID', 'S3_KEY_ID'],
  ['AWS_SECRET_ACCESS_KEY', 'S3_SECRET'],
]
  .map(([name, of]) => `${name}: '\${{ secrets.${of} }}'`)
  .join(', ');

/** The actions of docs/actions.md in one file, the step of docs/stores.md after them, and a release by its phrase. */
export function filesOfStore(pages: Pages): CopiedFile[] {
  const jobs = pages.piece('docs/actions.md', 'actions/launch@').text;
  const release = pages.actions('mine-release.yml', 'gate', 'release');
  const step = pages.piece('docs/stores.md', '- uses:', 'AWS_ACCESS_KEY_ID').text;
  return [
    pages.file('mine.yml', `${jobs}${step.replaceAll(/^/gm, '      ').trimEnd()}\n`),
    release,
    // As the page says: the keys of each platform and store.
    pages.file('mine-keyed-release.yml', release.pushed.replace('env: { RUNPOD', `env: { ${KEYS}, RUNPOD`)),
  ];
}

/** The files of each life, together every piece that is run. */
export const LIVES = [filesOfOneRun, filesOfReadme, filesOfFailedSmoke, filesOfSweep, filesOfStore];
