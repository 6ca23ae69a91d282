import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeAudit } from '../../src/box/audit.ts';
import { isAsked, modelOf } from '../../src/box/audit-gpu.ts';
import { readAudit } from '../../src/box/audit-reading.ts';
import { judgeGpuHealth, readThrottle, readXids } from '../../src/box/gpu-health.ts';

const performance = (over: Record<string, string> = {}, heading = 'Clocks Event Reasons'): string[] => {
  const state = (reason: string) => over[reason] ?? 'Not Active';
  return `
==============NVSMI LOG==============

Driver Version                            : 550.90.07
Attached GPUs                             : 1
GPU 00000000:3B:00.0
    Performance State                     : P0
    ${heading}
        Idle                              : Active
        Applications Clocks Setting       : Not Active
        SW Power Cap                      : ${state('SW Power Cap')}
        HW Slowdown                       : ${state('HW Slowdown')}
            HW Thermal Slowdown           : ${state('HW Thermal Slowdown')}
            HW Power Brake Slowdown       : ${state('HW Power Brake Slowdown')}
        Sync Boost                        : Not Active
        SW Thermal Slowdown               : ${state('SW Thermal Slowdown')}
    Clocks Event Reasons Counters
        SW Power Capping                  : 123456 us
        HW Thermal Slowdown               : 99 us`.split('\n');
};

const healthy = {
  kernel: ['lines 900'],
  kernelExit: '0',
  performance: performance(),
  performanceExit: '0',
  samples: ['0, 0, 41, 345, 1980, 70.11', '0, 0, 41, 345, 1980, 70.02'],
  addresses: new Map([[0, '00000000:3B:00.0']]),
};
const verdicts = (over: Partial<typeof healthy>, count = 1): string[] =>
  judgeGpuHealth({ ...healthy, ...over }, count).map((finding) => `${finding.level} ${finding.id}`);

describe('gpu health', () => {
  it('finds nothing wrong with an idle card that clocks down [D-12]', () => {
    assert.deepEqual(verdicts({}), []);
    assert.deepEqual(verdicts({ performance: performance({}, 'Clocks Throttle Reasons') }), []);
  });

  for (const { line, codes } of [
    { line: '[ 12.3] NVRM: Xid (PCI:0000:3b:00): 79, pid=4711, GPU has fallen off the bus.', codes: [79] },
    { line: '[ 12.3] NVRM: Xid (PCI:0000:af:00): 48, pid=1, name=python, DBE', codes: [48] },
    { line: 'NVRM: Xid (0000:3b:00.0): 13, pid=79, Graphics Exception', codes: [13] },
    { line: 'NVRM: Xid (PCI:0000:3b:00): 31, pid=48, name=python, Ch 00000008, MMU Fault', codes: [31] },
    { line: 'NVRM: Xid (PCI:0000:48:00): 43, pid=79, Ch 00000079', codes: [43] },
    { line: 'NVRM:Xid(PCI:0000:AF:00):  119, pid=5, Timeout', codes: [119] },
    { line: 'NVRM: Xid (PCI:0000:3b:00) GPC 79: nothing', codes: [] },
    { line: 'usb 3-1: Xid (PCI:1): 79', codes: [] },
  ]) {
    it(`reads ${codes.join() || 'no Xid'} from ${line.slice(0, 60)} [D-01] [F-K01]`, () => {
      assert.deepEqual(
        readXids([line]).map((xid) => xid.code),
        codes,
      );
    });
  }

  for (const [code, count, level] of [
    [48, 1, 'fail'],
    [79, 1, 'fail'],
    [61, 1, 'fail'],
    [64, 1, 'fail'],
    [95, 1, 'fail'],
    [119, 1, 'fail'],
    [143, 1, 'fail'],
    [13, 1, 'warn'],
    [31, 1, 'warn'],
    [43, 1, 'warn'],
    [45, 1, 'warn'],
    [109, 1, 'warn'],
    [63, 1, 'warn'],
    [92, 1, 'warn'],
    [94, 1, 'warn'],
    [74, 1, 'warn'],
    [74, 8, 'fail'],
    [145, 2, 'fail'],
    [999, 1, 'warn'],
  ] as const) {
    it(`takes Xid ${code} for ${level === 'fail' ? 'a dead card' : 'a warning'} when ${count} GPUs are asked [P0-09] [U22] [D-01]`, () => {
      const kernel = ['lines 900', `[1.0] NVRM: Xid (PCI:0000:af:00): ${code}, pid=79, name=x`];
      assert.deepEqual(verdicts({ kernel }, count), [`${level} F-K01`]);
    });
  }

  it('follows the recovery action that Xid 154 states', () => {
    const with154 = (action: string) =>
      verdicts({
        kernel: [
          'lines 9',
          `NVRM: Xid (PCI:0000:3b:00): 154, GPU recovery action changed from 0x0 (None) to ${action}`,
        ],
      });
    assert.deepEqual(with154('0x1 (GPU Reset Required)'), ['fail F-K01']);
    assert.deepEqual(with154('0x4 (Drain P2P)'), ['warn F-K01']);
  });

  it('fails a card that fell off the bus, with or without its Xid [F-K02]', () => {
    assert.deepEqual(
      verdicts({ kernel: ['lines 9', 'NVRM: GPU at PCI:0000:3b:00: GPU-1 has fallen off the bus.'] }),
      ['fail F-K02'],
    );
  });

  for (const { what, kernel, exit } of [
    { what: 'empty', kernel: ['lines 0'], exit: '0' },
    { what: 'not readable', kernel: [], exit: '1' },
    { what: 'not read in time', kernel: [], exit: 'timeout' },
  ]) {
    it(`does not take a kernel log that is ${what} for a clear one [F-K05] [D-12]`, () => {
      assert.deepEqual(verdicts({ kernel, kernelExit: exit }), ['warn F-K05']);
    });
  }

  for (const reason of [
    'HW Slowdown',
    'HW Thermal Slowdown',
    'HW Power Brake Slowdown',
    'SW Thermal Slowdown',
  ]) {
    it(`fails an active ${reason} [F-K09] [U23]`, () => {
      assert.deepEqual(verdicts({ performance: performance({ [reason]: 'Active' }) }), ['fail F-K09']);
    });
    it(`takes ${reason} N/A for unknown, not for healthy [D-12]`, () => {
      assert.deepEqual(verdicts({ performance: performance({ [reason]: 'N/A' }) }), ['warn D-12']);
    });
  }

  it('warns of a power cap that is active before anything runs [D-12]', () => {
    const capped = performance({ 'SW Power Cap': 'Active' });
    assert.deepEqual(verdicts({ performance: capped }), ['warn F-K09']);
    // Under load that is how a card works; who loads it before us is another question.
    const loaded = ['0, 99, 61, 1515, 1980, 690.02'];
    assert.deepEqual(verdicts({ performance: capped, samples: loaded }), ['warn U10']);
    // Of another card the cap stays one.
    const addresses = new Map([[0, '00000000:AF:00.0']]);
    assert.deepEqual(verdicts({ performance: capped, samples: loaded, addresses }), [
      'warn F-K09',
      'warn U10',
    ]);
  });

  it('takes no throttle report for unknown [D-12]', () => {
    assert.deepEqual(verdicts({ performance: [] }), ['warn D-12']);
    assert.deepEqual(verdicts({ performance: [], performanceExit: 'timeout' }), ['warn D-12']);
  });

  it('does not count microseconds of newer drivers as states', () => {
    assert.equal(
      readThrottle(performance()).filter((entry) => entry.reason === 'HW Thermal Slowdown').length,
      1,
    );
  });

  for (const [what, samples, expected] of [
    ['slow and hot under load', ['0, 99, 84, 900, 1980, 500'], ['fail F-K10']],
    ['hot and at full clock', ['0, 99, 85, 1900, 1980, 500'], ['warn F-K11']],
    ['hot and idle', ['0, 0, 83, 345, 1980, 80'], ['warn F-K11']],
    ['slow under load and cool', ['0, 99, 60, 900, 1980, 500'], ['warn F-K12']],
    [
      'slow, hot, and loaded only in one of the samples',
      ['0, 0, 84, 345, 1980, 80', '0, 95, 84, 1000, 1980, 400'],
      ['fail F-K10'],
    ],
    ['at 70 % of its clock exactly', ['0, 99, 60, 1386, 1980, 500'], ['warn U10']],
    ['busy in one sample of two', ['0, 0, 40, 1980, 1980, 90', '0, 99, 60, 1800, 1980, 500'], []],
    ['unreadable', ['0, [N/A], [N/A], [N/A], [N/A], [N/A]'], ['warn D-12']],
    ['not there', [], ['warn D-12']],
    ['one of two', ['0, 0, 40, 345, 1980, 70', '1, 99, 90, 400, 1980, 300'], ['fail F-K10']],
  ] as const) {
    it(`judges a card that is ${what} [F-K10] [F-K11] [P4-22]`, () => {
      assert.deepEqual(verdicts({ samples: [...samples] }), expected);
    });
  }
});

describe('gpu names', () => {
  for (const [name, model, form] of [
    ['NVIDIA A100-SXM4-80GB', 'A100', 'SXM'],
    ['NVIDIA A100 80GB PCIe', 'A100', 'PCIE'],
    ['NVIDIA A100-PCIE-40GB', 'A100', 'PCIE'],
    ['NVIDIA H100 80GB HBM3', 'H100', 'SXM'],
    ['NVIDIA H100 PCIe', 'H100', 'PCIE'],
    ['NVIDIA H100 NVL', 'H100', 'NVL'],
    ['NVIDIA H200', 'H200', 'SXM'],
    ['NVIDIA H200 NVL', 'H200', 'NVL'],
    ['Tesla V100-SXM2-16GB', 'V100', 'SXM'],
    ['Tesla T4', 'T4', undefined],
    ['NVIDIA GeForce RTX 4090', '4090', undefined],
    ['rtx4090', '4090', undefined],
    ['NVIDIA RTX A6000', 'A6000', undefined],
    ['NVIDIA RTX 6000 Ada Generation', '6000ADAGENERATION', undefined],
    ['NVIDIA L40S', 'L40S', undefined],
    ['NVIDIA GeForce GTX 1080 Ti', '1080TI', undefined],
  ] as const) {
    it(`reads ${name} as ${model} ${form ?? ''} [P0-08]`, () => {
      assert.deepEqual([modelOf(name).model, modelOf(name).form], [model, form]);
    });
  }

  const seen = (name: string, memoryMib?: number) => ({
    index: 0,
    name,
    memoryMib,
    usedMib: 0,
    driver: '',
    address: '',
  });
  for (const [name, memory, asked, fits] of [
    ['NVIDIA A100-SXM4-40GB', 40960, 'A100', true],
    ['NVIDIA A100-SXM4-40GB', 40960, 'A100-80GB', false],
    ['NVIDIA A100-SXM4-80GB', 81920, 'a100 80gb', true],
    ['NVIDIA A100-SXM4-80GB', 81920, 'A100-PCIE', false],
    ['NVIDIA H100 PCIe', 81559, 'H100-SXM', false],
    ['NVIDIA H100 80GB HBM3', 81559, 'H100 SXM5', true],
    ['NVIDIA H200', 143771, 'H200', true],
    ['NVIDIA L40S', 46068, 'L40', false],
    ['NVIDIA L4', 23034, 'L40', false],
    ['NVIDIA GeForce RTX 3090 Ti', 24564, 'RTX 3090', false],
    ['NVIDIA GeForce RTX 4090', 24564, 'RTX_4090', true],
  ] as const) {
    it(`${fits ? 'takes' : 'does not take'} ${name} with ${memory} MiB for ${asked} [P0-08]`, () => {
      assert.equal(isAsked(seen(name, memory), asked), fits);
    });
  }
});

describe('gpu audit', () => {
  const gpuLine = (index: number, name: string, mib: number | string, used: number | string = 4) =>
    `L gpu ${index}, ${name}, ${mib}, ${used}, 00000000:3B:00.0, 550.90.07`;
  const box = (...lines: string[]) =>
    readAudit(['GPU-LEASE audit 1', ...GOOD_DISK, ...lines, 'GPU-LEASE audited', ''].join('\n')) ??
    assert.fail();
  const GOOD_DISK = [
    'K work.path /root',
    'K work.statfs 4096 1000000 900000 1000000 900000',
    'K work.writable 1',
    'K shm.statfs 4096 4000000 4000000 1 1',
  ];
  const sound = [
    ...healthy.kernel.map((line) => `L kernel ${line}`),
    ...healthy.performance.map((line) => `L performance ${line}`),
    ...healthy.samples.map((line) => `L samples ${line}`),
    'K gpu.exit 0',
  ];
  const fails = (report: ReturnType<typeof judgeAudit>) =>
    report.findings.filter((each) => each.level === 'fail').map((each) => each.id);

  it('passes the card that was asked for, and says what it measured', () => {
    const report = judgeAudit(box(gpuLine(0, 'NVIDIA H100 80GB HBM3', 81559), ...sound), {
      gpu: { names: ['A100', 'H100'], count: 1, memoryGb: { min: 80 } },
    });
    assert.deepEqual(report.findings, []);
    assert.equal(report.fit, true);
    assert.deepEqual(
      [report.measured['gpuCount'], report.measured['gpuName'], report.measured['gpuMemoryMib']],
      [1, 'NVIDIA H100 80GB HBM3', 81559],
    );
  });

  for (const [what, lines, gpu, expected] of [
    [
      '40 GB where 80 were asked',
      [gpuLine(0, 'NVIDIA A100-SXM4-40GB', 40960)],
      { names: ['A100'], count: 1, memoryGb: { min: 80 } },
      ['VAST14'],
    ],
    ['another model', [gpuLine(0, 'Tesla T4', 15360)], { names: ['A100', 'H100'], count: 1 }, ['VAST14']],
    ['another form', [gpuLine(0, 'NVIDIA H100 PCIe', 81559)], { names: ['H100-SXM'], count: 1 }, ['VAST14']],
    ['fewer cards', [gpuLine(0, 'NVIDIA L40S', 46068)], { names: ['L40S'], count: 2 }, ['VAST14']],
    [
      '16 GB as sold',
      [gpuLine(0, 'Tesla T4', 15360)],
      { names: ['T4'], count: 1, memoryGb: { min: 16, max: 16 } },
      [],
    ],
    [
      'more than the upper bound',
      [gpuLine(0, 'NVIDIA H200', 143771)],
      { names: [], count: 1, memoryGb: { max: 80 } },
      ['VAST14'],
    ],
    [
      'more cards than asked',
      [gpuLine(0, 'NVIDIA L40S', 46068), gpuLine(1, 'NVIDIA L40S', 46068)],
      { names: ['L40S'], count: 1 },
      [],
    ],
  ] as const) {
    it(`stops before launch for ${what}, or lets it pass [P0-08] [VAST14]`, () => {
      const report = judgeAudit(box(...lines, ...sound), { gpu: { ...gpu, names: [...gpu.names] } });
      assert.deepEqual(fails(report), expected);
      assert.equal(report.fit, expected.length === 0);
      for (const finding of report.findings) assert.ok(finding.what && finding.cause && finding.fix);
    });
  }

  it('takes memory N/A for unknown and says so [D-12]', () => {
    const report = judgeAudit(box(gpuLine(0, 'NVIDIA L40S', '[N/A]', '[N/A]'), ...sound), {
      gpu: { names: ['L40S'], count: 1, memoryGb: { min: 40 } },
    });
    assert.deepEqual(
      report.findings.map((each) => [each.level, each.id]),
      [['warn', 'P0-08']],
    );
  });

  it('notices memory that somebody holds before the launch [P0-17] [F-K17] [U11]', () => {
    const report = judgeAudit(box(gpuLine(0, 'NVIDIA L40S', 46068, 9000), ...sound), {
      gpu: { names: [], count: 1 },
    });
    assert.deepEqual(
      report.findings.map((each) => [each.level, each.id]),
      [['warn', 'U11']],
    );
  });

  for (const [what, lines, id] of [
    ['no tool', ['K gpu.exit absent'], 'U31'],
    ['no devices', ['K gpu.exit 6', 'L gpu No devices were found'], 'U31'],
    ['a tool that hangs', ['K gpu.exit timeout'], 'F-K08'],
    ['a tool that hung after its answer', [gpuLine(0, 'NVIDIA L40S', 46068), 'K gpu.exit timeout'], 'F-K08'],
  ] as const) {
    it(`refuses a box with ${what} for a job that asks for a GPU [P0-20] [F-K07] [F-K08] [U31]`, () => {
      const report = judgeAudit(box(...lines), { gpu: { names: ['L40S'], count: 1 } });
      assert.deepEqual(fails(report), [id]);
    });
    it(`passes a box with ${what} for a job that asks for none`, () => {
      assert.deepEqual(judgeAudit(box(...lines), {}).findings, []);
    });
  }

  it("lends a finding the platform's own cause and fix", () => {
    const report = judgeAudit(box('K gpu.exit absent'), {
      gpu: { names: [], count: 1 },
      profileGotchas: [
        { id: 'XY3', aliases: ['U31'], cause: 'the free tier has none', fix: 'switch the runtime' },
      ],
    });
    assert.deepEqual([report.findings[0]?.id, report.findings[0]?.fix], ['U31 (XY3)', 'switch the runtime']);
  });
});
