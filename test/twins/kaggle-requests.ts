/** What a call of Kaggle's API may hold, by the fields of its official client (kagglesdk 0.1.38, 2026-11); anything else is refused. */

type Kind = 'text' | 'flag' | 'whole' | 'texts' | 'view' | 'order';

const VIEWS = [
  'PROFILE',
  'UPVOTED',
  'EVERYONE',
  'COLLABORATION',
  'FORK',
  'BOOKMARKED',
  'RECENTLY_VIEWED',
  'PUBLIC_AND_USERS_PRIVATE',
];
const ORDERS = [
  'HOTNESS',
  'COMMENT_COUNT',
  'DATE_CREATED',
  'DATE_RUN',
  'RELEVANCE',
  'SCORE_ASCENDING',
  'SCORE_DESCENDING',
  'VIEW_COUNT',
  'VOTE_COUNT',
];

const KERNEL = { userName: 'text', kernelSlug: 'text', versionLabel: 'text' } as const;
const PAGE = { pageSize: 'whole', pageToken: 'text' } as const;

const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  SaveKernel: {
    id: 'whole',
    slug: 'text',
    newTitle: 'text',
    text: 'text',
    language: 'text',
    kernelType: 'text',
    datasetDataSources: 'texts',
    kernelDataSources: 'texts',
    competitionDataSources: 'texts',
    categoryIds: 'texts',
    isPrivate: 'flag',
    enableGpu: 'flag',
    enableInternet: 'flag',
    dockerImagePinningType: 'text',
    modelDataSources: 'texts',
    enableTpu: 'flag',
    sessionTimeoutSeconds: 'whole',
    priority: 'whole',
    dockerImage: 'text',
    kernelExecutionType: 'text',
    machineShape: 'text',
  },
  GetKernel: KERNEL,
  GetKernelSessionStatus: KERNEL,
  ListKernelSessionOutput: { ...KERNEL, ...PAGE },
  GetAcceleratorQuotaStatistics: {},
  ListKernels: {
    competition: 'text',
    dataset: 'text',
    parentKernel: 'text',
    group: 'view',
    kernelType: 'text',
    language: 'text',
    outputType: 'text',
    search: 'text',
    sortBy: 'order',
    user: 'text',
    page: 'whole',
    ...PAGE,
  },
  IntrospectToken: { token: 'text' },
};

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  whole: (value) => Number.isInteger(value),
  view: (value) => VIEWS.includes(String(value)),
  order: (value) => ORDERS.includes(String(value)),
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

/** @returns what is wrong with the body; `undefined` where nothing is */
export function faultOf(method: string, body: unknown): string | undefined {
  const fields = FIELDS[method];
  if (!fields) return `Unknown method ${method}.`;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The body is no JSON object.';
  for (const [name, value] of Object.entries(body)) {
    const kind = fields[name];
    if (kind === undefined) return `Cannot find field: ${name} in message of ${method}.`;
    if (!IS[kind](value)) return `Invalid value for field ${name}.`;
  }
  if (fields === KERNEL || method === 'ListKernelSessionOutput')
    for (const name of ['userName', 'kernelSlug'])
      if (!Object.hasOwn(body, name)) return `${name} is required.`;
  return undefined;
}

export interface SaveKernel {
  id?: number;
  slug?: string;
  newTitle?: string;
  text?: string;
  language?: string;
  kernelType?: string;
  datasetDataSources?: string[];
  kernelDataSources?: string[];
  competitionDataSources?: string[];
  modelDataSources?: string[];
  categoryIds?: string[];
  isPrivate?: boolean;
  enableGpu?: boolean;
  enableTpu?: boolean;
  enableInternet?: boolean;
  sessionTimeoutSeconds?: number;
  machineShape?: string;
  kernelExecutionType?: string;
}

/** Shapes that it takes, and what a session gets: retired ones are replaced without a word. */
export const SHAPES: Readonly<Record<string, string | undefined>> = {
  NvidiaTeslaT4: 'NvidiaTeslaT4',
  NvidiaTeslaP100: 'NvidiaTeslaT4',
  TpuV5E8: 'TpuV5E8',
  TpuV38: 'TpuV5E8',
  Tpu1VmV38: 'TpuV5E8',
  TpuV232: undefined,
  TpuV2256: undefined,
};

const MOST_SECONDS = 43_200;

/** As an `error` inside an answer of 200. */
export function pushFault(asked: SaveKernel): string | undefined {
  const {
    newTitle = '',
    text = '',
    language = '',
    kernelType = '',
    machineShape,
    sessionTimeoutSeconds,
  } = asked;
  if (newTitle.length < 5 || newTitle.length > 50) return 'Kernel title must be between 5 and 50 characters.';
  if (text === '') return 'Kernel source must not be empty.';
  if (!['python', 'r', 'rmarkdown'].includes(language)) return `Unknown language ${language}.`;
  if (!['script', 'notebook'].includes(kernelType)) return `Unknown kernel type ${kernelType}.`;
  if (machineShape !== undefined && !Object.hasOwn(SHAPES, machineShape))
    return `Invalid machine shape ${machineShape}.`;
  if (
    sessionTimeoutSeconds !== undefined &&
    (sessionTimeoutSeconds < 1 || sessionTimeoutSeconds > MOST_SECONDS)
  )
    return `Session timeout must be between 1 and ${MOST_SECONDS} seconds.`;
  return undefined;
}

export const slugified = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
