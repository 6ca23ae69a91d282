/** What RunPod rents out in its twin: cards, their prices, and how many are free where. Invented figures, documented shape. */
export interface TwinGpu {
  id: string;
  name: string;
  pool: string | null;
  manufacturer: 'NVIDIA' | 'AMD';
  memory: number;
  price: { secure: number; community: number };
  maxCount: { secure: number; community: number };
  /** Newest CUDA of the hosts; AMD has none. */
  cuda: string | null;
  /** Of the largest host, for one card; as SkyPilot 0.14.1 notes them (2026-10). Absent: as much as anybody asks for. */
  host?: { ramGb: number; vcpus: number };
}

export const GPUS: TwinGpu[] = [
  {
    id: 'NVIDIA GeForce RTX 4090',
    name: 'RTX 4090',
    pool: 'ADA_24',
    manufacturer: 'NVIDIA',
    memory: 24,
    price: { secure: 0.44, community: 0.31 },
    maxCount: { secure: 8, community: 4 },
    cuda: '12.8',
    host: { ramGb: 29, vcpus: 5 },
  },
  {
    id: 'NVIDIA A100 80GB PCIe',
    name: 'A100 PCIe',
    pool: 'AMPERE_80',
    manufacturer: 'NVIDIA',
    memory: 80,
    price: { secure: 1.64, community: 1.19 },
    maxCount: { secure: 8, community: 8 },
    cuda: '12.8',
  },
  {
    id: 'NVIDIA H100 80GB HBM3',
    name: 'H100 SXM',
    pool: 'HOPPER_141',
    manufacturer: 'NVIDIA',
    memory: 80,
    price: { secure: 2.99, community: 2.69 },
    maxCount: { secure: 8, community: 8 },
    cuda: '12.8',
  },
  {
    id: 'Tesla V100-PCIE-16GB',
    name: 'Tesla V100',
    pool: null,
    manufacturer: 'NVIDIA',
    memory: 16,
    price: { secure: 0.19, community: 0.17 },
    maxCount: { secure: 4, community: 4 },
    cuda: '12.2',
  },
  {
    id: 'AMD Instinct MI300X OAM',
    name: 'MI300X',
    pool: null,
    manufacturer: 'AMD',
    memory: 192,
    price: { secure: 2.49, community: 2.49 },
    maxCount: { secure: 8, community: 8 },
    cuda: null,
  },
];

export const DATA_CENTERS: Readonly<Record<string, string>> = {
  'US-KS-2': 'US Kansas 2',
  'US-TX-3': 'US Texas 3',
  'EU-RO-1': 'EU Romania 1',
};

/** Free cards: `<gpu id>@<data center>` for the secure cloud, `<gpu id>@COMMUNITY` for the other. */
export function fullStock(): Map<string, number> {
  const places = [...Object.keys(DATA_CENTERS), 'COMMUNITY'];
  return new Map(GPUS.flatMap(({ id }) => places.map((place) => [`${id}@${place}`, 100] as const)));
}

/** A version as a number that compares: 12.11 is above 12.2. */
export const cudaRank = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
};
