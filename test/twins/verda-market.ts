import type { Json } from './verda-requests.ts';

export const NVME_USD_PER_GB_MONTH = 0.2;

export interface TwinType {
  name: string;
  model: string;
  cards: number;
  cardGb: number;
  cpus: number;
  memoryGb: number;
  usdPerHour: number;
  spotUsdPerHour: number;
}

export const TYPES: TwinType[] = [
  {
    name: '1H100.80S.30V',
    model: 'H100 SXM5',
    cards: 1,
    cardGb: 80,
    cpus: 30,
    memoryGb: 120,
    usdPerHour: 2.29,
    spotUsdPerHour: 0.8,
  },
  {
    name: '8A100.176V',
    model: 'A100 SXM4',
    cards: 8,
    cardGb: 80,
    cpus: 176,
    memoryGb: 960,
    usdPerHour: 10.32,
    spotUsdPerHour: 5.2,
  },
  {
    name: '1V100.6V',
    model: 'Tesla V100',
    cards: 1,
    cardGb: 16,
    cpus: 6,
    memoryGb: 23,
    usdPerHour: 0.1381,
    spotUsdPerHour: 0.0462,
  },
  {
    name: 'CPU.4V.16G',
    model: 'AMD EPYC',
    cards: 0,
    cardGb: 0,
    cpus: 4,
    memoryGb: 16,
    usdPerHour: 0.0279,
    spotUsdPerHour: 0.01,
  },
];

export const IMAGES = [
  'ubuntu-22.04',
  'ubuntu-22.04-cuda-12.4-docker',
  'ubuntu-24.04-cuda-12.8-open-docker',
  'ubuntu-24.04-cuda-13.0-open-cluster',
];

export const volumePrice = (usdPerGbMonth: number) => ({
  price_per_month_per_gb: usdPerGbMonth,
  monthly_per_gb: usdPerGbMonth,
  currency: 'usd',
});

export const gpuMemory = ({ cards, cardGb }: TwinType) => ({
  description: `${cards * cardGb}GB GPU RAM`,
  size_in_gigabytes: cards * cardGb,
});

export const typeView = (type: TwinType): Json => ({
  id: `type-${type.name}`,
  instance_type: type.name,
  price_per_hour: String(type.usdPerHour),
  spot_price: String(type.spotUsdPerHour),
  description: `Dedicated ${type.model}`,
  cpu: { description: `${type.cpus} CPU`, number_of_cores: type.cpus },
  gpu: { description: `${type.cards}x ${type.model}`, number_of_gpus: type.cards },
  memory: { description: `${type.memoryGb}GB RAM`, size_in_gigabytes: type.memoryGb },
  gpu_memory: gpuMemory(type),
  storage: { description: 'dynamic' },
  best_for: [],
  model: type.model,
  name: type.name,
  p2p: '',
  currency: 'usd',
  manufacturer: 'NVIDIA',
  display_name: type.model,
  supported_os: IMAGES,
});
