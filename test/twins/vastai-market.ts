/** A host's machine with one box to rent; everything the search shows of it. */
export interface Machine {
  id: number;
  gpu: string;
  gpus: number;
  gpuMb: number;
  /** On demand, without the disk. */
  usdPerHour: number;
  storageUsdPerGbMonth: number;
  place: string;
  verified: boolean;
  reliability: number;
  directPorts: number;
  cuda: number;
  diskGb: number;
  durationSeconds: number;
  /** USD per GB that the box uploads. Default: 0.003. */
  upUsdPerGb?: number;
  /** USD per GB that the box downloads. Default: 0.002. */
  downUsdPerGb?: number;
  /** Mbit/s. Default: 800. */
  downMbps?: number;
}

/** Somebody else's highest bid on it; a bid below does not run. */
export const bidFloor = (machine: Machine): number => Number((machine.usdPerHour * 0.45).toFixed(4));

export interface Ask {
  id: number;
  machine: Machine;
  /** As the search shows it; for bids the price is the lowest that runs. */
  row(bid: boolean, storageGb: number): Record<string, unknown>;
}

/** What is free: a machine that is rented is in nobody's search. */
export const asksOf = (machines: readonly Machine[], rented: readonly number[], now: number): Ask[] =>
  machines
    .filter(({ id }) => !rented.includes(id))
    .map((machine) => ({
      // Another number than any machine's or contract's.
      id: 7_000_000 + machine.id,
      machine,
      row: (bid, storageGb) => askRow(machine, bid, storageGb, now),
    }));

/**
 * USD per GB, the same in offers and instances. Second source: rows that peers recorded have `internet_up_cost_per_tb` 0.5 beside
 * `inet_up_cost` 0.00049, so a TB is 1024 GB (2026-08).
 */
export const trafficPrices = ({ upUsdPerGb = 0.003, downUsdPerGb = 0.002 }: Machine) => ({
  inet_up_cost: upUsdPerGb,
  inet_down_cost: downUsdPerGb,
  internet_up_cost_per_tb: upUsdPerGb * 1024,
  internet_down_cost_per_tb: downUsdPerGb * 1024,
});

function askRow(machine: Machine, bid: boolean, storageGb: number, now: number): Record<string, unknown> {
  const storage = Number(((machine.storageUsdPerGbMonth * storageGb) / 730).toFixed(6));
  const gpu = bid ? bidFloor(machine) : machine.usdPerHour;
  return {
    id: 7_000_000 + machine.id,
    ask_contract_id: 7_000_000 + machine.id,
    machine_id: machine.id,
    host_id: machine.id + 1000,
    gpu_name: machine.gpu,
    num_gpus: machine.gpus,
    gpu_ram: machine.gpuMb,
    gpu_total_ram: machine.gpuMb * machine.gpus,
    gpu_frac: 1,
    gpu_arch: 'nvidia',
    cpu_arch: 'amd64',
    cpu_cores: 16 * machine.gpus,
    cpu_cores_effective: 16 * machine.gpus,
    cpu_ram: 64_000 * machine.gpus,
    cuda_max_good: machine.cuda,
    direct_port_count: machine.directPorts,
    disk_space: machine.diskGb,
    dph_base: gpu,
    dph_total: gpu + storage,
    min_bid: bidFloor(machine),
    storage_cost: machine.storageUsdPerGbMonth,
    storage_total_cost: storage,
    ...trafficPrices(machine),
    inet_down: machine.downMbps ?? 800,
    reliability: machine.reliability,
    reliability2: machine.reliability,
    geolocation: machine.place,
    country: machine.place.slice(-2),
    verification: machine.verified ? 'verified' : 'unverified',
    verified: machine.verified,
    rentable: true,
    rented: false,
    external: false,
    duration: machine.durationSeconds,
    end_date: Math.floor(now) + machine.durationSeconds,
    static_ip: false,
    score: 100 / machine.usdPerHour,
  };
}

/** Sixty good 4090s, some larger cards, and one of every kind that must not be offered. */
export function usualMachines(): Machine[] {
  const good: Omit<Machine, 'id'> = {
    gpu: 'RTX 4090',
    gpus: 1,
    gpuMb: 24_564,
    usdPerHour: 0.4,
    storageUsdPerGbMonth: 0.15,
    place: 'Sweden, SE',
    verified: true,
    reliability: 0.995,
    directPorts: 250,
    cuda: 12.8,
    diskGb: 600,
    durationSeconds: 40 * 86_400,
  };
  const many = Array.from({ length: 60 }, (_, i) => ({
    ...good,
    usdPerHour: Number((0.36 + i * 0.002).toFixed(4)),
  }));
  const cheap = { ...good, usdPerHour: 0.1 };
  const bad = [
    { ...cheap, verified: false },
    { ...cheap, reliability: 0.9 },
    { ...cheap, directPorts: 0 },
    { ...cheap, cuda: 11.8 },
    { ...cheap, diskGb: 12 },
    { ...cheap, durationSeconds: 3600 },
    { ...cheap, downMbps: 40 },
  ];
  const large = [
    { ...good, gpu: 'A100 SXM4', gpuMb: 81_920, usdPerHour: 1.1, place: 'California, US' },
    { ...good, gpu: 'A100 PCIE', gpuMb: 40_960, usdPerHour: 0.7, place: 'California, US' },
    { ...good, gpu: 'H100 SXM', gpuMb: 81_559, usdPerHour: 2.1, gpus: 2, place: 'France, FR' },
  ];
  return [...many, ...bad, ...large].map((machine, i) => ({ ...machine, id: 40_000 + i * 11 }));
}
