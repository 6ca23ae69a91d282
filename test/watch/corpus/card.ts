import type { Corpus } from './texts.ts';

const DMON =
  '# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec\n# Idx      W      C      C      %      %      %      %\n';
const samples = (...rows: [watts: number, busy: number, memory: number][]): string =>
  DMON +
  rows.map(([w, sm, mem]) => `    0    ${w}     61     -     ${sm}     ${mem}      0      0\n`).join('');

const SMI = (
  mib: number,
  processes: string,
): string => `+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |
|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:3B:00.0 Off |                    0 |
| N/A   31C    P0             61W /  400W |   ${mib}MiB /  81920MiB |      0%      Default |
| Processes:                                                                              |
|  ${processes}
+-----------------------------------------------------------------------------------------+
`;
const NOBODY = 'No running processes found                                                             |';

/** What the tools of a card show over several lines. */
export const CARD_TEXTS: Corpus = {
  'F-K10': {
    shows: [
      `$ nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,temperature.gpu,utilization.gpu --format=csv -l 5
clocks.current.sm [MHz], clocks.max.sm [MHz], temperature.gpu, utilization.gpu [%]
1095 MHz, 1980 MHz, 86, 99 %
1080 MHz, 1980 MHz, 87, 100 %
`,
    ],
    near: [
      `$ nvidia-smi --query-gpu=clocks.sm,clocks.max.sm,temperature.gpu,utilization.gpu --format=csv -l 5
clocks.current.sm [MHz], clocks.max.sm [MHz], temperature.gpu, utilization.gpu [%]
1905 MHz, 1980 MHz, 84, 99 %
345 MHz, 1980 MHz, 41, 0 %
`,
    ],
  },
  'F-K12': {
    shows: [samples([121, 99, 7], [118, 100, 6], [124, 98, 8])],
    near: [samples([371, 99, 58], [380, 100, 61], [377, 98, 55])],
  },
  'F-K13': {
    shows: [
      `${samples([88, 0, 0], [88, 1, 0], [87, 2, 0])}step 410 loss 0.51\nstep 411 loss 0.50\nstep 412 loss 0.50\n`,
    ],
    near: [
      `${samples([371, 97, 55], [88, 0, 0], [369, 99, 58])}step 410 loss 0.51\nstep 411 loss 0.50\nstep 412 loss 0.50\n`,
    ],
  },
  'F-K14': {
    shows: [
      `$ top -H -b -n 1 | head -3\nThreads: 1412 total,  61 running, 1351 sleeping\n%Cpu(s): 98.1 us,  1.7 sy\n$ nproc\n8\n${samples([99, 9, 3], [97, 12, 4], [98, 7, 2])}`,
    ],
    near: [
      `$ top -H -b -n 1 | head -3\nThreads: 1412 total,  61 running, 1351 sleeping\n%Cpu(s): 38.1 us,  1.7 sy\n$ nproc\n128\n${samples([371, 97, 55], [377, 98, 61], [369, 99, 58])}`,
    ],
  },
  'F-K15': {
    shows: [`[rank0]: entering barrier\n${samples([142, 100, 0], [142, 100, 0], [141, 100, 0])}`],
    near: [`[rank0]: entering barrier\n${samples([142, 100, 0], [371, 99, 55], [141, 100, 0])}`],
  },
  'F-K16': {
    shows: [
      `$ fuser -v /dev/nvidia0\n                     USER        PID ACCESS COMMAND\n/dev/nvidia0:        root       4711 F...m python\n${SMI(412, NOBODY)}`,
    ],
    near: [
      `$ fuser -v /dev/nvidia0\n                     USER        PID ACCESS COMMAND\n/dev/nvidia0:        root       4711 F...m python\n${SMI(412, '  0   N/A  N/A      4711      C   python                                   404MiB |')}`,
    ],
  },
  'F-K17': {
    shows: [SMI(61204, NOBODY)],
    near: [
      SMI(4, NOBODY),
      SMI(61204, '  0   N/A  N/A      4711      C   python                                 61196MiB |'),
    ],
  },
};
