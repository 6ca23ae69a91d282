import { type SetFile, setPath } from '../caller-workflow.ts';
import { type CallerView, type OwnWorkflow, tickingOf } from './caller-view.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** Which copy of gpu-lease this is, where it says so. */
export interface OwnSource {
  suite: string;
  commit: string;
  version?: string | undefined;
}

/** What is needed beside each other; a repository that only uses the actions in workflows of its own has nothing of it. */
const NEEDED_BESIDE: readonly {
  is: SetFile;
  calls: readonly OwnWorkflow[];
  level: Finding['level'];
  so: string;
}[] = [
  { is: 'smoke', calls: ['pull-request', 'smoke'], level: 'advice', so: 'no pull request is smoked' },
  { is: 'train', calls: ['train', 'sweep'], level: 'fault', so: 'no chain of looks can go on' },
  { is: 'release', calls: ['release'], level: 'fault', so: 'nobody can be asked for a release' },
];

/** Whether the workflow files are all there, and of one version. */
export function setFindings(view: RepositoryView, own: OwnSource | undefined): Finding[] {
  const { callers } = view;
  if (callers.some(({ unreadable }) => unreadable !== undefined)) return [];
  return [...missingFindings(callers), ...pinFindings(callers, own)];
}

function missingFindings(callers: readonly CallerView[]): Finding[] {
  const called = new Set(callers.flatMap(({ calls }) => calls.map(({ workflow }) => workflow)));
  if (!(['train', 'sweep', 'release', 'tick'] as const).some((name) => called.has(name))) return [];
  const absent = NEEDED_BESIDE.filter(({ calls }) => !calls.some((name) => called.has(name)));
  const looks = tickingOf(callers);
  const daily =
    looks.length === 1 && called.has('tick')
      ? [
          {
            is: 'daily' as const,
            level: 'advice' as const,
            so: `nobody looks while ${looks[0]?.path} is switched off`,
          },
        ]
      : [];
  return [...absent, ...daily].map(({ is, level, so }) => ({
    code: 'file-missing',
    level,
    what: `There is no ${setPath(is)}, and no other workflow does what it does: ${so}.`,
    fix: 'Write the whole set: "gpu-lease init --github --force" in a clean clone, then keep of it what you want.',
  }));
}

function pinFindings(callers: readonly CallerView[], own: OwnSource | undefined): Finding[] {
  const pins = [...new Set(callers.flatMap((caller) => caller.pins))];
  const short = (pin: string): string => pin.replace(/(@[0-9a-f]{10})[0-9a-f]+$/, '$1');
  if (pins.length > 1) {
    return [
      {
        code: 'pins-differ',
        level: 'advice',
        what: `The workflow files use ${pins.length} versions of gpu-lease: ${pins.map(short).join(', ')}. They write one ledger.`,
        fix: 'Pin all of them to the same commit.',
      },
    ];
  }
  const [pin] = pins;
  if (pin === undefined || !own || !pin.startsWith(`${own.suite}@`) || pin === `${own.suite}@${own.commit}`)
    return [];
  return [
    {
      code: 'pin-differs-from-here',
      level: 'advice',
      what: `The workflow files use ${short(pin)}; this copy of gpu-lease is ${short(`${own.suite}@${own.commit}`)}${own.version === undefined ? '' : ` (${own.version})`}.`,
      fix: 'Where this copy is the newer one, "gpu-lease init --github --force" pins it.',
    },
  ];
}
