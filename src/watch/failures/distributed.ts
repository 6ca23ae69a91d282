import { either, LINE, type Signature, said, tier, told } from './failure.ts';
import { oneRankAlone, stuckAtLastBatch, stuckAtPause } from './seen/ranks.ts';

/** With which `nodes.sh` ends a command that it did not start. */
const PREFLIGHT_FAILED = 95;
const PREFLIGHT_FIX =
  'Put right what stands behind PREFLIGHT in its log, and start it again; `preflight: none` leaves the look out';
const preflightCause = (line: string): string =>
  `the command was not started, ${line.replace(/^PREFLIGHT fail (\S+) (.*)$/, '$1: $2').slice(0, 400)}`;

/** Several processes that work as one. */
export const DISTRIBUTED: readonly Signature[] = [
  ...tier('own error', [
    {
      signature: 'preflight',
      failureClass: 'ENV_BUG',
      in: ['log'],
      when: ({ exitCode }) => exitCode === PREFLIGHT_FAILED,
      line: /^PREFLIGHT fail (?:MN\d|ND-\d\d) [^\n]{1,600}$/m,
      shows: {
        line: 'PREFLIGHT fail MN2 node 1 (gpu-b): GLOO_SOCKET_IFNAME=ib9 names no interface there; there are eth0 10.0.0.2, lo 127.0.0.1',
      },
      lasts: true,
      sure: 'proof',
      closer: ([line]) => ({ failureClass: 'ENV_BUG', cause: preflightCause(line), fix: PREFLIGHT_FIX }),
      cause: 'the look at the nodes before the command found a fault',
      fix: PREFLIGHT_FIX,
      source: 'src/box/preflight.sh',
    },
    {
      signature: 'F-N10',
      failureClass: 'ENV_BUG',
      in: ['log'],
      line: either(
        said('[Aa]ddress already in use'),
        told('\\bEADDRINUSE: address already|errno: 98 - Address already in use'),
      ),
      shows: { line: 'OSError: [Errno 98] Address already in use' },
      cause: 'a port that the trainer wants is taken',
      fix: 'let it choose a free port (0), or end what holds it',
      source: 'errno 98, torch.distributed',
    },
    {
      signature: 'F-N05',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: said('Detected mismatch between collectives on ranks'),
      shows: { line: 'RuntimeError: Detected mismatch between collectives on ranks.' },
      sure: 'proof',
      cause: 'the ranks do not call the same collectives in the same order',
      fix: 'look for a collective under a condition on the rank',
      source: 'torch.distributed, TORCH_DISTRIBUTED_DEBUG=DETAIL',
    },
    {
      signature: 'F-N09',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: said('Expected to have finished reduction in the prior iteration'),
      shows: {
        line: 'RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one.',
      },
      sure: 'proof',
      cause: 'some weights got no gradient in a step, and the reduction waits for them',
      fix: 'leave unused weights out, or find_unused_parameters=True where they change from step to step',
      source: 'PyTorch DDP',
    },
    {
      signature: 'F-N14',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: said(
        'Mesh should not be bigger than default world size|[Ww]orld[ _]?[Ss]ize \\(?\\d{1,6}\\)? (?:is not|must be) (?:divisible by|equal to)',
      ),
      shows: {
        line: 'RuntimeError: Mesh should not be bigger than default world size 4, but found 8 ranks!',
      },
      sure: 'proof',
      cause: 'the mesh or the parallel sizes do not multiply to the number of processes',
      fix: 'make data, tensor and pipeline sizes multiply to the world size that is started',
      source: 'PyTorch DeviceMesh, DeepSpeed, Megatron',
    },
    {
      signature: 'F-N11',
      failureClass: 'CODE_BUG',
      in: ['log'],
      line: told('Duplicate GPU detected ?: rank \\d{1,6} and rank \\d{1,6} both on CUDA device'),
      shows: { line: 'Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1a000' },
      sure: 'proof',
      cause: 'several processes use one card and leave the others idle',
      fix: 'torch.cuda.set_device(LOCAL_RANK) before anything is put on a card',
      source: 'NCCL',
    },
  ]),
  ...tier('hang', [
    // What the logs of several ranks show together is closer to the cause than the timeout of one.
    {
      signature: 'F-N08',
      failureClass: 'HANG',
      in: ['log'],
      sees: oneRankAlone,
      shows: { otherwise: 'one rank shows an error of its own, and all others wait' },
      sure: 'hint',
      cause: 'the error of that rank; the others only wait for it',
      fix: 'read the log of the rank that went silent first',
      source: 'logs of all ranks',
    },
    {
      signature: 'F-N06',
      failureClass: 'CODE_BUG',
      in: ['log'],
      sees: stuckAtPause,
      shows: { otherwise: 'it freezes each time at an evaluation, a log line or a checkpoint' },
      sure: 'hint',
      cause: 'a collective stands under a condition that only one rank meets',
      fix: 'let all ranks take part, and only one write',
      source: 'logs of all ranks',
    },
    {
      signature: 'F-N07',
      failureClass: 'DATA_BUG',
      in: ['log'],
      sees: stuckAtLastBatch,
      shows: { otherwise: 'it freezes each time at the last batch of an epoch' },
      sure: 'hint',
      cause: 'the ranks have unequal numbers of batches',
      fix: 'drop_last, a distributed sampler, or join() for uneven inputs',
      source: 'logs of all ranks',
    },
    {
      signature: 'F-N03',
      failureClass: 'HANG',
      in: ['log'],
      line: either(
        told('Watchdog (?:caught collective operation timeout|.{0,80}collective.{0,300}timed out)'),
        said('collective operation timeout|NCCL timeout'),
      ),
      shows: {
        line: '[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=42) ran for 600000 milliseconds',
      },
      sure: 'hint',
      cause: 'a collective timed out: some rank went silent first',
      fix: 'find the rank whose log stops first; that one is the cause',
      source: 'PyTorch ProcessGroupNCCL',
    },
    {
      signature: 'F-N13',
      failureClass: 'PREEMPTED',
      in: ['log'],
      line: new RegExp(`${LINE}(?:[\\w.]{1,200}\\.)?Rendezvous(?:Timeout|Closed)Error\\b`, 'm'),
      shows: { line: 'torch.distributed.elastic.rendezvous.api.RendezvousTimeoutError' },
      cause: 'the other members of an elastic job did not come back in time',
      fix: 'look why they are gone; a longer last call only waits for longer',
      source: 'torch.distributed.elastic',
    },
    {
      signature: 'F-N02',
      failureClass: 'HANG',
      in: ['log'],
      onlyAsked: true,
      line: /NCCL INFO (?:Bootstrap ?: Using|NET\/Socket ?: Using)\s{0,4}(?:\[\d{1,2}\])?(?:docker0|lo|virbr\d)\b/,
      shows: { line: 'NCCL INFO NET/Socket : Using [0]docker0:172.17.0.1<0>' },
      cause: 'the ranks talk over an interface that does not lead to the others',
      fix: 'name the right one: NCCL_SOCKET_IFNAME, GLOO_SOCKET_IFNAME',
      source: 'NCCL_DEBUG=INFO',
    },
    {
      signature: 'F-N01',
      failureClass: 'HANG',
      in: ['log'],
      line: said(
        'Timed out after \\d{1,6} seconds waiting for clients|Socket Timeout|wait timeout after \\d{1,9}ms, keys: |store->get\\(.{1,40}\\), got error: wait timeout',
      ),
      shows: {
        line: 'torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.',
      },
      sure: 'hint',
      cause: 'the ranks do not find each other: the fabric of the cards, a wrong interface, a closed port',
      fix: 'NCCL_DEBUG=INFO on two processes shows which; then the interface or another box',
      source: 'logs of all ranks',
    },
    {
      signature: 'F-N04',
      failureClass: 'HANG',
      in: ['network'],
      line: /ping: local error: message too long, mtu=\d{3,5}|Frag(?:mentation)? needed and DF set/i,
      shows: { line: 'ping: local error: message too long, mtu=1500' },
      cause:
        'large packets do not get through between the machines: small collectives pass, the first large one hangs',
      fix: 'one MTU on all machines and on what lies between them',
      source: 'ping -M do -s 8972',
    },
    {
      signature: 'F-N12',
      failureClass: 'CODE_BUG',
      in: ['log'],
      onlyAsked: true,
      line: /\[default\] Worker group FAILED\. \d{1,4}\/\d{1,4} attempts left; will restart worker group/,
      lasts: true,
      shows: { line: '[default] Worker group FAILED. 2/3 attempts left; will restart worker group' },
      sure: 'hint',
      cause: 'the group of processes was started again; where the step begins at 0, nothing was loaded',
      fix: 'load the newest checkpoint at each start, also one that the launcher makes',
      source: 'torchrun',
    },
  ]),
];
