import { installerOf } from '../../requirements-file.ts';
import type { Proposal } from '../proposal.ts';
import type { Declared } from '../reading/declared.ts';
import { pathQuoted } from '../reading/shell-words.ts';
import type { Resume } from '../trainer.ts';
import { check, comment, yamlText } from './yaml-text.ts';

export function renderCommands(proposal: Proposal): string[] {
  const { code, commands, habits } = proposal;
  return [
    ...comment(
      code.entry
        ? `${code.entry.path}: ${code.entry.why}. It runs in a copy of the commit, once per cell; what it leaves must be under $GPU_LEASE_OUT.`
        : 'CHECK: no training script was found. Write your command; it must write under $GPU_LEASE_OUT.',
    ),
    ...outputLines(proposal),
    ...resumeLines(habits.resume),
    ...unreadLines(proposal),
    `run: ${yamlText(commands.run, '')}`,
    ...setupLines(proposal),
    '# Names of secrets, taken from your environment. Their values never stand here.',
    `env: [${secretsOf(proposal).join(', ')}]`,
  ];
}

function outputLines({ code, commands, habits }: Proposal): string[] {
  if (code.isStartedInOutput)
    return comment(
      'It is started in $GPU_LEASE_OUT, where what it writes by a path of its own comes to lie. What lies beside the code is "$OLDPWD/..." there.',
    );
  const isFixed = habits.pastes.some(({ lines }) => lines.some((line) => line.includes('GPU_LEASE_OUT')));
  if (!code.entry || (commands.passesOutput && !isFixed)) return [];
  if (isFixed && !commands.passesOutput)
    return check(
      'the script names its own folder. The lines that init printed let it write under GPU_LEASE_OUT.',
    );
  return commands.passesOutput
    ? []
    : check('no flag for the output directory was found; let the script read GPU_LEASE_OUT.');
}

const resumeLines = (resume: Resume): string[] =>
  resume.how === 'flag'
    ? comment(
        'One command starts and resumes: the first line looks for the newest checkpoint, and the flag is given only when there is one.',
      )
    : [];

function unreadLines({ code }: Proposal): string[] {
  const unread = code.entry?.line?.unread ?? 0;
  const place = code.entry?.line?.place;
  if (unread === 0 || !place) return [];
  return check(
    `${place.file}:${place.line} gives it what only a shell knows (${unread} words with a variable); that was left out.`,
  );
}

function setupLines({ code }: Proposal): string[] {
  const { requirements, isPackage, fault } = code.declared;
  const isProject = !['pip', 'conda'].includes(installerOf(requirements?.file ?? ''));
  if (requirements)
    return [
      '# torch comes from the image; write as-pinned to install the one that this file names.',
      `requirements: {file: ${JSON.stringify(requirements.file)}, torch: keep-image}`,
      ...(isProject && isPackage
        ? [
            '# The project itself, without what the line above installs.',
            'setup: "python3 -m pip install --no-deps ."',
          ]
        : []),
    ];
  if (isPackage) return ['# Once per box, before the first cell.', `setup: ${JSON.stringify(INSTALLED)}`];
  return fault === undefined
    ? []
    : check(`pyproject.toml ${fault}; nothing is installed on the box as it stands.`);
}

const SECRETS_OF = [
  {
    library: /^\s*(import|from)\s+wandb\b|report_to\s*=\s*[^\n]*wandb|WandbLogger/m,
    secret: 'WANDB_API_KEY',
  },
  { library: /push_to_hub|huggingface_hub|hf_hub_download/, secret: 'HF_TOKEN' },
  { library: /^\s*(import|from)\s+comet_ml\b/m, secret: 'COMET_API_KEY' },
];

function secretsOf({ code }: Proposal): string[] {
  const text = [code.entry?.source ?? '', ...code.files.map((file) => file.code)].join('\n');
  return SECRETS_OF.filter(({ library }) => library.test(text)).map(({ secret }) => secret);
}

const INSTALLED = 'python3 -m pip install .';
const LOCKED = '-o /tmp/locked.txt && python3 -m pip install --no-deps -r /tmp/locked.txt';
const LISTED =
  "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\\n')";

/** The same as on the box, where nothing of an image has to be kept. */
function onRunner({ requirements, isPackage }: Declared): string | undefined {
  const file = requirements?.file;
  if (file === undefined) return isPackage ? INSTALLED : undefined;
  const andItself = isPackage ? ' && python3 -m pip install --no-deps .' : '';
  switch (installerOf(file)) {
    case 'pip':
      return `python3 -m pip install -r ${file}`;
    case 'conda':
      return `conda env update --name base --file ${file}`;
    case 'uv':
      return `python3 -m pip install uv && python3 -m uv export --frozen --quiet --no-emit-project ${LOCKED}${andItself}`;
    case 'poetry':
      return `python3 -m pip install poetry poetry-plugin-export && python3 -m poetry export ${LOCKED}${andItself}`;
    case 'project':
      return isPackage
        ? INSTALLED
        : `python3 -c "${LISTED}" >/tmp/listed.txt && python3 -m pip install -r /tmp/listed.txt`;
  }
}

export function renderSmoke(proposal: Proposal): string[] {
  const { code, commands, habits } = proposal;
  if (habits.onlyOnGpu !== undefined) return smokeWithoutGpu(proposal, habits.onlyOnGpu);
  const setup = onRunner(code.declared);
  const drills = habits.checkpoint && habits.resume.how !== 'not';
  return [
    `# Must pass on a CPU before anything is rented.${drills ? ' It is killed after its first checkpoint and must go on.' : ''}`,
    ...lengthLines(commands),
    'smoke:',
    `  run: ${yamlText(commands.smoke, '  ')}`,
    ...(setup === undefined ? [] : [`  # setup: ${JSON.stringify(setup)} # on a fresh runner`]),
    '  timeout: 10min',
    ...(drills ? drillLines(commands, habits.isExact === true) : []),
  ];
}

function drillLines({ drill }: Proposal['commands'], isExact: boolean): string[] {
  if (drill === undefined && !isExact) return [];
  return [
    ...(drill === undefined
      ? []
      : [
          '  # It is killed after its first checkpoint, long before its end, and needs epochs to go on with.',
        ]),
    ...(isExact ? EXACT_LINES : []),
    '  drill:',
    ...(drill === undefined ? [] : [`    run: ${yamlText(drill, '    ')}`]),
    ...(isExact ? ['    exact: true'] : []),
  ];
}

const EXACT_LINES = comment(
  'exact: the run that was killed must end as one that never was, with the same losses and the same tensors. That proves that optimizer, schedule, random state and place in the data all come back. It costs a third run: the restored one goes to its end, and one more runs straight through. exact: false leaves it at a run that goes on.',
  '  ',
);

function lengthLines({ isShort, awaits }: Proposal['commands']): string[] {
  if (isShort) return [];
  if (awaits.length > 0)
    return check(
      `the script does not read ${awaits.map((each) => each.split('=')[0]).join(' and ')} yet; the lines that init printed let it.`,
    );
  return check('make this a run of a few steps; no flag for that was found.');
}

/** Nothing but its syntax can be tried where there is no GPU; that is said, and no resume is claimed to be proven. */
function smokeWithoutGpu({ code }: Proposal, why: string): string[] {
  const path = code.entry?.path ?? '';
  if (!path.endsWith('.py'))
    return [
      ...check(`${why}, so nothing is tried before a box is rented. Begin with a small budget.`),
      'smoke: none',
    ];
  return [
    ...check(`${why}. This tries the syntax of the script and no more; that it resumes is not proven here.`),
    'smoke:',
    `  run: ${JSON.stringify(`python3 -m py_compile ${pathQuoted(path)}`)}`,
    '  drill: none',
  ];
}
