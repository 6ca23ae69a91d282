// Plays scenes of the product on its own terminal, for screens.test.ts: one for each line that comes through the socket that
// its first argument names. It stops at each moment that is to be looked at, and says which.
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { approveRelease } from '../../src/approval/approve-release.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { givenOf } from '../../src/cli/given-approval.ts';
import type { Settings } from '../../src/cli/settings.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { boardLines } from '../../src/report/board-text.ts';
import { LiveScreen } from '../../src/report/live-screen.ts';
import { columnsOn, terminalFace } from '../../src/report/terminal-face.ts';
import { look } from '../../src/watch/look.ts';
import { settleOver } from '../../src/watch/show-cell.ts';
import { newWatching } from '../../src/watch/watching.ts';
import { asEvents, jobWith, LEASE, leaseOf, opened, RUN, RUNNING, SEAL, SEALED } from '../lease/told-run.ts';
import { SAMPLE } from '../report/board-sample.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { cellOf, lineOf, probeOf, wrote } from '../watch/probed.ts';

type Moments = AsyncGenerator<string, void>;

const job = jobWith({
  metrics: { path: 'm', stepKey: 'step', lossKey: 'loss', totalSteps: 400 },
  resources: { gpu: { names: ['A100'], count: 1 } },
});
const USED = '0, NVIDIA A100, 97, 60000, 81920, 60, 300, 8';

/** A world whose face is this very terminal and whose box answers with `step`, or not at all. */
function onThisTerminal(env: NodeJS.ProcessEnv) {
  const seen: { step: number | undefined } = { step: 0 };
  const { channel } = execChannel(() => {
    if (seen.step === undefined) throw new TransportFailed('nobody answers', 'timeout');
    const lines = wrote('{"step":1,"loss":2}', `{"step":${seen.step},"loss":0.15224}`);
    return { stdout: lineOf(probeOf({ gpu: USED }, cellOf(lines))) };
  });
  const states = ['running', 'gone', 'gone'] as const;
  let asked = 0;
  const driver = { describe: async () => ({ state: states[asked++] ?? ('gone' as const) }) };
  const scripted = scriptedWorld({ channel, driver });
  const face = terminalFace(process.stdout, scripted.clock, env);
  return { seen, clock: scripted.clock, world: { ...scripted.world, face }, face };
}

async function* run(env: NodeJS.ProcessEnv): Moments {
  const { seen, clock, world, face } = onThisTerminal(env);
  const told: EventBody[] = [opened({}, job), ...RUNNING.slice(1)];
  const watching = newWatching();
  const lookOnce = async (step: number | undefined) => {
    clock.pass(10);
    seen.step = step;
    const state = fold(RUN, asEvents(told));
    const [lease] = state.leases;
    if (!lease) throw new Error('no lease');
    const { events } = await look(world, { run: state, lease, job }, watching);
    settleOver(world, watching, events);
    told.push(...events);
  };
  face.heading('first contact: runpod');
  face.line(
    'good to know: a stop keeps the volume disk and nothing else, so what is to last belongs on /workspace',
  );
  face.line(
    'DANGER: the container disk is gone after every stop; a terminate destroys all, also what was never pulled',
  );
  face.warn(
    'the smoke saw no learning rate scheduler in the checkpoint\nNext: look whether the script has one that it does not save.',
  );
  face.heading(`launch: ${LEASE} runs detached`);
  await lookOnce(40);
  await lookOnce(230);
  yield 'running';
  face.progress('pull main', { label: 'pull', done: 0.7e9, total: 1.3e9, unit: 'bytes', note: '3/7 files' });
  yield 'pulling';
  face.settle('pull main');
  await lookOnce(undefined);
  yield 'not reached';
  await lookOnce(undefined);
  await lookOnce(undefined);
  face.heading('rent');
  face.line(
    `${RUN}-2 is rented on runpod for 1.10 USD/h; step 200 is verified on our side and goes to the new box`,
  );
  yield 'lost';
}

async function* approval(env: NodeJS.ProcessEnv): Moments {
  const { world, face } = onThisTerminal(env);
  const { run: state, lease } = leaseOf(SEALED);
  const { zero } = (await plansOf(world, state))(lease);
  face.heading('collect');
  const facts = [
    { is: 'state', text: 'finished' },
    { is: 'cost', text: '2.20 USD' },
  ] as const;
  face.progress('main', { label: 'main', done: 400, total: 400, unit: 'steps', facts });
  const settings = { env, person: 'ada', flag: () => false, value: () => undefined } as unknown as Settings;
  const asked = { do: 'ask' as const, lease: LEASE, seal: SEAL, verbs: zero.map(({ verb }) => verb) };
  const given = givenOf(settings);
  const outcome = approveRelease({
    world,
    given,
    run: state,
    asked,
    source: undefined,
    report: 'tiny-7/report.html',
  });
  yield 'asked';
  await outcome;
  yield 'answered';
}

async function* board(env: NodeJS.ProcessEnv): Moments {
  const screen = new LiveScreen(process.stdout, env);
  const draw = (facts = SAMPLE) =>
    screen.draw([
      ...boardLines(facts, { columns: columnsOn(process.stdout), blocks: true }),
      '',
      'as of 12:00:00 UTC',
    ]);
  draw();
  draw();
  yield 'drawn';
  draw({ ...SAMPLE, runs: SAMPLE.runs.slice(0, 1) });
  yield 'one is over';
}

const SCENES: Readonly<Record<string, (env: NodeJS.ProcessEnv) => Moments>> = { run, approval, board };

const server = createServer((socket) => {
  let playing: Moments | undefined;
  createInterface({ input: socket }).on('line', async (line) => {
    const [scene = '', colour] = line.split(' ');
    if (scene === 'columns') return void socket.write(`${process.stdout.columns}\n`);
    if (scene !== 'next') playing = SCENES[scene]?.(colour === 'colour' ? {} : { NO_COLOR: '1' });
    const moment = await playing?.next();
    socket.write(`${moment?.done === false ? moment.value : 'over'}\n`);
  });
});
server.listen(process.argv[2]);
