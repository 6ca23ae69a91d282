import type { Place } from '../../../src/watch/failures/failure.ts';

/** Lines that stand around another one where it really stands, by what writes them. */
const BEFORE: Readonly<Record<Place, string>> = {
  log: `Loading checkpoint shards: 100%|██████████| 2/2 [00:01<00:00,  1.71it/s]
{'loss': '1.252', 'grad_norm': '0.871', 'learning_rate': '2.9e-05', 'epoch': '0.31'}
 31%|███       | 310/1000 [00:31<01:10,  9.80it/s]`,
  kernel: `[ 9298.114] docker0: port 1(veth1f0) entered forwarding state
[ 9301.020] nvidia-uvm: Loaded the UVM driver, major device number 510.`,
  card: `==============NVSMI LOG==============
Driver Version                            : 550.54.15
CUDA Version                              : 12.4
Attached GPUs                             : 1`,
  scheduler: `$ sacct -j 41 --parsable2 --format=JobID,State,ExitCode
JobID|State|ExitCode
41|RUNNING|0:0`,
  kubernetes: `$ kubectl describe pod trainer-0
Name:             trainer-0
Namespace:        default
Events:
  Type     Reason   Age   From     Message`,
  ssh: `$ ssh -p 22022 root@192.0.2.7
debug1: Connecting to 192.0.2.7 port 22022.`,
  network: `$ ping -c 1 10.0.0.2
PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data.`,
  platform: `$ curl -s https://api.example/v1/instances/7
{"id": 7, "name": "tiny-1",`,
  tracker: `wandb: Tracking run with wandb version 0.17.0
wandb: Run data is saved locally in wandb/run-20261125_100000-abc`,
  drive: `$ find out -type f
out/config.json
out/metrics.jsonl`,
};

const AFTER: Readonly<Record<Place, string>> = {
  log: '',
  kernel: '[ 9411.770] veth1f0: renamed from eth0',
  card: '    ECC Mode',
  scheduler: '',
  kubernetes: '',
  ssh: '',
  network: '',
  platform: '',
  tracker: '',
  drive: '',
};

const TRACEBACK = `Traceback (most recent call last):
  File "/workspace/train.py", line 212, in <module>
    main()
  File "/workspace/train.py", line 188, in main
    loss = run_step(batch)`;

const isException = (line: string): boolean =>
  /^(?:[\w.]{1,80}\.)?\w{1,40}(?:Error|Exception)\b/.test(line) && !/^slurm/.test(line);

/** A line as it stands in the log of a run that ends with it. */
export function atItsEnd(place: Place, text: string): string {
  const before = place === 'log' && isException(text) ? `${BEFORE.log}\n${TRACEBACK}` : BEFORE[place];
  return [before, text, AFTER[place], ''].join('\n');
}

/** A line as it stands where all is well, in the middle of what goes on. */
export const amidst = (place: Place, text: string): string =>
  [
    BEFORE[place],
    text,
    AFTER[place],
    place === 'log' ? ' 32%|███▏      | 320/1000 [00:32<01:09]' : '',
    '',
  ].join('\n');
