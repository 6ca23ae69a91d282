/**
 * Packages that conda knows only with a PyTorch of its own, under conda's name and the one by which pip knows them. Not all that
 * there are: where conda brings its PyTorch nevertheless, the setup fails with words (`install-command.ts`). Source: the recipes
 * of conda-forge, which list pytorch among what they need to run.
 */
const NEEDS_TORCH: Readonly<Record<string, string>> = {
  accelerate: 'accelerate',
  botorch: 'botorch',
  captum: 'captum',
  diffusers: 'diffusers',
  fastai: 'fastai',
  gpytorch: 'gpytorch',
  kornia: 'kornia',
  lightning: 'lightning',
  monai: 'monai',
  'open-clip-torch': 'open-clip-torch',
  peft: 'peft',
  'pyro-ppl': 'pyro-ppl',
  'pytorch-lightning': 'pytorch-lightning',
  'pytorch-metric-learning': 'pytorch-metric-learning',
  pytorch_geometric: 'torch-geometric',
  'segmentation-models-pytorch': 'segmentation-models-pytorch',
  'sentence-transformers': 'sentence-transformers',
  timm: 'timm',
  torchdata: 'torchdata',
  torchmetrics: 'torchmetrics',
  torchtext: 'torchtext',
  trl: 'trl',
};

/**
 * A requirement of conda as one of pip, which keeps the image's PyTorch by a constraint: `conda-forge::torchmetrics=1.4` is
 * `torchmetrics==1.4.*`. `undefined` for what needs no PyTorch, or whose version pip cannot be told.
 */
export function byPip(line: string): string | undefined {
  const [, name = '', wanted = ''] = /^(?:.*::)?\s*([A-Za-z0-9._-]+)\s*(.*)$/.exec(line.trim()) ?? [];
  const known = name.toLowerCase();
  if (!Object.hasOwn(NEEDS_TORCH, known)) return undefined;
  const version = versionForPip(wanted.trim());
  return version === undefined ? undefined : `${NEEDS_TORCH[known]}${version}`;
}

/** conda's `=2.1` is any 2.1; with a build behind it, or after a space, it is that version alone. */
function versionForPip(wanted: string): string | undefined {
  if (wanted === '' || wanted === '*') return '';
  const [, equals = '', version, build] =
    /^(={0,2})\s*(\d[\w.]*(?:\.\*)?)(?:[= ]\s*([\w.*]+))?$/.exec(wanted) ?? [];
  if (version !== undefined)
    return equals === '=' && build === undefined && !version.endsWith('*')
      ? `==${version}.*`
      : `==${version}`;
  const parts = wanted.split(',').map((part) => part.replace(/\s+/g, ''));
  return parts.every((part) => /^(?:[<>]=?|[!=~]=)\d[\w.]*(?:\.\*)?$/.test(part))
    ? parts.join(',')
    : undefined;
}
