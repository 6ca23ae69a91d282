import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing, sharedDir } from '../requirement.ts';
import { namesIn, profileOf, SHIPPED } from './profiles.ts';

/** Every known trap of a platform, and the shipped profiles that warn of it by that id. */
const HELD: [trap: string, ...platforms: [string, ...string[]]][] = [
  ['External calls hang and the tracker shows no runs [AD1]', 'autodl'],
  ['Hub shards stall although mirror and proxy are set [AD2]', 'autodl'],
  ["Two instances do not see each other's files on the shared file system [AD3]", 'autodl'],
  ['No space left on the shared file system while bytes are free [AD4]', 'autodl'],
  ["The data disk is full although the run's directory is small [AD5]", 'autodl'],
  ['python3 exits with 127, or a guard against the base environment blocks every command [AD6]', 'autodl'],
  ["TensorBoard's tile is empty although event files exist [AD7]", 'autodl'],
  ['Memory jumps from 8 to more than 30 GB at the end of the first epoch [AD8]', 'autodl'],
  ['No kernel image at the first forward pass [AD9]', 'autodl'],
  ['A parked box has disappeared [AD-DANGER]', 'autodl'],
  [
    'Code and checkpoints under /root vanish after a restart or a return [CN1]',
    'featurize',
    'gpushare',
    'lanrui',
    'matpool',
  ],
  [
    'The job ended without a word and the console says idle stop [CN2]',
    'featurize',
    'gpushare',
    'lanrui',
    'matpool',
  ],
  ['The network disk is full, or saving the environment fails [MP1]', 'matpool'],
  ['The snapshot lacks code, and the machine cannot be used while it saves [MP2]', 'matpool'],
  ['A second region cannot see the files [MP3]', 'matpool'],
  ['Packages and code under /root are gone after a restart [GS1]', 'gpushare'],
  ['pip, apt and mirrors fail after the proxy was entered [GS2]', 'gpushare'],
  ['/hy-netdisk is missing [GS3]', 'gpushare'],
  ['A stopped instance, or stored data, is gone [GS4]', 'gpushare'],
  ['/hy-tmp is empty the next day [GS5]', 'gpushare'],
  ['Results are gone after the return [FZ1]', 'featurize'],
  ['Edits look saved and are missing [FZ2]', 'featurize'],
  ['Making an environment or copying truncates [FZ3]', 'featurize'],
  ['A checkpoint that the box wrote does not load at home [FZ-x]', 'featurize'],
  ['A stopped workspace is still charged [LR1]', 'lanrui'],
  ['Parallel runs overwrite each other [LR2]', 'lanrui'],
  ['A host or path that worked before fails [LR3]', 'lanrui'],
  ['A restarted pod has no GPU [RP1]', 'runpod'],
  ['Environment, code or checkpoints are gone after a stop [RP2]', 'runpod'],
  ['One remove lost everything [RP3]', 'runpod'],
  ["A stopped pod charges more than a running one's disk [RP4]", 'runpod'],
  ["A long request to the pod's web address ends with 524 [RP5]", 'runpod'],
  ['A bulk copy fails, or the port is dead [RP6]', 'runpod'],
  ['Few GPUs are offered, or a volume cannot be attached [RP7]', 'runpod'],
  ['Pods and their data have vanished [RP8]', 'runpod'],
  ['CUDA error 804, or the container does not start for a CUDA requirement [RP9]', 'runpod'],
  ["A pod of one's own image runs and nobody can log in [RP10]", 'runpod'],
  ['No space is left while installing or downloading [RP11]', 'runpod'],
  ['Environment variables are empty in a full SSH session [RP12]', 'runpod'],
  ['Copying something large takes for ever [RP13]', 'runpod'],
  ['Delete answered and the pod is still listed [RP14]', 'runpod'],
  ['No spot is offered [RP15]', 'runpod'],
  ['A stopped instance keeps charging [VAST1]', 'vastai'],
  ['The results are gone with the instance [VAST2]', 'vastai'],
  ['Stuck in Scheduling although the machine looks rentable [VAST3]', 'vastai'],
  ['The run disappeared without a warning [VAST4]', 'vastai'],
  ['No CUDA on a fresh box [VAST5]', 'vastai'],
  ['A service of the box cannot be reached at the port it listens on [VAST6]', 'vastai'],
  ['The host is Offline [VAST7]', 'vastai'],
  ['A large copy crawls or breaks [VAST8]', 'vastai'],
  ['Bandwidth stands on the bill [VAST9]', 'vastai'],
  ['The disk is full and cannot be made larger [VAST10]', 'vastai'],
  ['A secret is visible to the platform or its host [VAST11]', 'vastai'],
  ['The plan needs a volume that lies on another host [VAST12]', 'vastai'],
  ['Stuck in Loading [VAST13]', 'vastai'],
  ['Half the memory that was asked for, or another form of the card [VAST14]', 'vastai'],
  ['Still listed after destroy answered 200 [VAST15]', 'vastai'],
  ['A relaunched box is blank [LAM1]', 'lambda'],
  ['No durable disk on a running box, or one in another region [LAM2]', 'lambda'],
  ['Powered off and still billed [LAM3]', 'lambda'],
  ['A port cannot be opened on a running box [LAM4]', 'lambda'],
  ['The launch fails [LAM5]', 'lambda'],
  ['Storage is charged after the teardown [LAM6]', 'lambda'],
  ['torch stops working after a pip install: another version, no CUDA [LAM7]', 'lambda'],
  ['Two copies of torch, and which one is imported depends on the path [LAM8]', 'lambda'],
  ['tmux and what ran in it are gone after a cold reboot [LAM9]', 'lambda'],
  ["Yesterday's address does not answer [LAM10]", 'lambda'],
  ['cuDNN or CUDA libraries are missing after an upgrade of packages [LAM11]', 'lambda'],
  ['An invoice that nobody expected [LAM12]', 'lambda'],
  ['torch on a GH200 sees no GPU [LAM13]', 'lambda'],
  ['The terminate call hangs and nobody knows whether it bills [LAM14]', 'lambda'],
  ['Billed while the machine is off [PS1]', 'paperspace-core'],
  ['The run dies at a round hour [PS2]', 'paperspace-core'],
  ['Packages and files are lost after a restart [PS3]', 'paperspace-gradient'],
  ['Automation does nothing [PS4]', 'paperspace-gradient'],
  ['A template or volume is not found, or a disk cannot be made smaller [PS5]', 'paperspace-core'],
  ['The host is dead after a restart [PS6]', 'paperspace-core'],
  ['The notebook is public [PS7]', 'paperspace-gradient'],
  ['The notebook stays pending [PS8]', 'paperspace-gradient'],
  ['A charge after the destroy [PS9]', 'paperspace-core'],
  ['An upload fails [PS10]', 'paperspace-gradient'],
  ['Driver too old, or no kernel image [PS11]', 'paperspace-core'],
  ['A deployment cannot pull its image, or changes by itself [PS12]', 'paperspace-gradient'],
  ['Something bills and nobody knows what [PS13]', 'paperspace-core', 'paperspace-gradient'],
  ['An invoice for weeks in which nothing ran [GEN1]', 'generic-ssh'],
  ['The run died together with the connection [GEN2]', 'generic-ssh'],
  ['The same copy starts over again and again [GEN3]', 'generic-ssh'],
  ["A script fails with $'\\r' in the message [GEN4]", 'generic-ssh'],
  ['It fails only on the box [GEN5]', 'generic-ssh'],
  ['The job is gone, the kernel log is clean, the uptime is short [GEN6]', 'generic-ssh'],
  ['Two runs crawl [GEN7]', 'generic-ssh'],
  ['A run was declared dead and was not [GEN8]', 'generic-ssh'],
  ['Installing for one project broke another [LOC1]', 'generic-ssh'],
  ['The desktop freezes [LOC2]', 'generic-ssh'],
  ['Out of memory today with what fitted yesterday [LOC3]', 'generic-ssh'],
  ['The job is gone, the kernel log is clean, the uptime is short [LOC4]', 'generic-ssh'],
  ['Two runs crawl [LOC5]', 'generic-ssh'],
  ["A script fails with $'\\r' in the message [LOC6]", 'generic-ssh'],
  ['Now and then a corrupt checkpoint after a requeue [SLURM1]', 'slurm'],
  ['The job is killed in the middle of a write [SLURM2]', 'slurm'],
  ['A nested srun sees one CPU and no GPU [SLURM3]', 'slurm'],
  ['Death without a traceback [SLURM4]', 'slurm'],
  ['The checkpoint directory is empty [SLURM5]', 'slurm'],
  ['Pending, not enough GPUs [K8S1]', 'kubernetes'],
  ['A Job with restartPolicy Always is refused [K8S2]', 'kubernetes'],
  ['The image cannot be pulled [K8S3]', 'kubernetes'],
  ['Multi-Attach error [K8S4]', 'kubernetes'],
  ['The pod is evicted for the space that it takes on its node [K8S5]', 'kubernetes'],
  ['Everything runs on the CPU, a hundred times slower [K8S6]', 'kubernetes'],
  ['A checkpoint has 0 bytes or is missing [NB1]', 'colab'],
  ['Results on scratch are gone [NB4]', 'colab', 'kaggle'],
  ['The commit failed and nothing was saved [NB2]', 'kaggle'],
  ['A slow run, or no downloads [NB3]', 'kaggle'],
  ['Death without a signal [NB5]', 'colab', 'kaggle'],
];

const idOf = (trap: string): string => /\[([\w-]+)\]$/.exec(trap)?.[1] ?? trap;
const known = HELD.map(([trap]) => idOf(trap));

const idsOf = (platform: string): string[] =>
  profileOf(platform).gotchas.flatMap((gotcha) => [gotcha.id, ...(gotcha.aliases ?? [])]);

describe('every known trap', () => {
  for (const [trap, ...platforms] of HELD) {
    it(`is warned of by a profile: ${trap}`, () => {
      for (const platform of platforms) {
        assert.ok(namesIn(SHIPPED).includes(platform), `${platform} is not shipped`);
        const found = idsOf(platform).filter((each) => each === idOf(trap));
        assert.equal(found.length, 1, `${idOf(trap)} in ${platform}.yml`);
      }
    });
  }

  it('stands once in the list', () => {
    assert.equal(new Set(known).size, known.length);
  });

  it('of the collected facts is in the list, and no other', { skip: missing('facts') }, () => {
    const facts = readFileSync(join(sharedDir, 'facts', 'platforms.md'), 'utf8');
    const rows = facts.matchAll(/^\| ([A-Z][A-Z0-9]*(?:\d|-DANGER|-x))(?: †)? \| .*(?: -> |debug list)/gm);
    const ids = [...rows].flatMap(([, id]) => (id === undefined || /^D\d/.test(id) ? [] : [id]));
    assert.deepEqual([...new Set(ids)].sort(), [...known].sort());
  });
});
