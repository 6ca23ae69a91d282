import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  auditText,
  largestText
} from "./box-keeper-text.shared.mjs";
import {
  quoteWord
} from "./box-shell-quote.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compilePattern
} from "./profile-pattern.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";

// src/box/audit-reading.ts
var MAX_LINES = 2e4;
function readAudit(text) {
  const all = text.split("\n");
  const begin = all.lastIndexOf("GPU-LEASE audit 1");
  if (begin < 0 || !all.includes("GPU-LEASE audited", begin) || all.length > MAX_LINES) return void 0;
  const values = /* @__PURE__ */ new Map();
  const lines = /* @__PURE__ */ new Map();
  for (const line of all.slice(begin + 1)) {
    const [, kind, name, rest] = /^([KL]) ([a-z.]{1,40}) (.*)$/s.exec(line) ?? [];
    if (name === void 0 || rest === void 0) continue;
    const into = kind === "K" ? values : lines;
    into.set(name, [...into.get(name) ?? [], rest]);
  }
  return {
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    lines: (name) => lines.get(name) ?? [],
    number: (name) => wholeNumber(values.get(name)?.at(-1))
  };
}
function wholeNumber(text) {
  if (text === void 0 || !/^\d{1,16}$/.test(text.trim())) return void 0;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : void 0;
}

// src/box/gpu-health.ts
var XID = new Map(
  [
    ["dead", "double-bit ECC error", [48]],
    ["dead", "the GPU fell off the bus", [79]],
    ["application", "fault of the program", [13, 31, 43, 45]],
    ["application", "hang or context fault, often of the program", [8, 68, 69, 109]],
    ["dead", "micro-controller halted", [61, 62, 169]],
    ["degraded", "memory row remapped, takes effect at the next reset", [63]],
    ["dead", "remapping a memory row failed", [64]],
    ["dead-when-linked", "error on a link between GPUs", [74, 121, 136, 144, 145, 146, 147, 148, 149, 150]],
    ["degraded", "many corrected memory errors", [92]],
    ["degraded", "memory error, contained to one program", [94]],
    ["dead", "memory error, not contained", [95, 140]],
    ["dead", "the GPU system processor does not answer", [119, 120]],
    ["dead", "security, initialisation or PCIe fault", [110, 143, 167]],
    ["as-stated", "the driver states a recovery action", [154]]
  ].flatMap(([kind, meaning, codes]) => codes.map((code) => [code, { meaning, class: kind }]))
);
function readXids(lines) {
  return lines.flatMap((line) => {
    const code = /NVRM:\s*Xid\s*\([^)]*\):\s*(\d{1,5})\b/.exec(line)?.[1];
    return code === void 0 ? [] : [{ code: Number(code), line: oneLine(line, 200) }];
  });
}
function judgeGpuHealth(reading, gpuCount) {
  return [...judgeKernel(reading, gpuCount), ...judgeThrottle(reading), ...judgeSamples(reading.samples)];
}
var RE_RENT = "release this box and take another: a tenant cannot reset or replace the card";
function judgeKernel(reading, gpuCount) {
  const total = Number(/^lines (\d+)$/.exec(reading.kernel[0] ?? "")?.[1] ?? 0);
  if (total === 0) {
    const what = reading.kernelExit === "timeout" ? "reading the kernel log did not end in time" : "the kernel log cannot be read";
    const cause = "containers usually may not read it";
    return [
      {
        id: "F-K05",
        level: "warn",
        what: `${what}: past GPU errors are unknown, not absent`,
        cause,
        fix: "nothing to do; a failing card will show later in the log of the run"
      }
    ];
  }
  const xids = readXids(reading.kernel);
  const findings = [...new Map(xids.map((xid) => [xid.code, xid])).values()].map(
    (xid) => judgeXid(xid, xids, gpuCount)
  );
  const fallen = reading.kernel.find((line) => /fallen off the bus/i.test(line));
  if (fallen !== void 0 && !xids.some((xid) => xid.code === 79)) {
    findings.push({
      id: "F-K02",
      level: "fail",
      what: oneLine(fallen, 200),
      cause: "the GPU is gone from the PCIe bus (U22)",
      fix: RE_RENT
    });
  }
  const killed = reading.kernel.find((line) => /oom-kill:|Out of memory: Killed/.test(line));
  if (killed !== void 0) {
    const cause = "a process of this host, not necessarily of this container, ran out of memory before we came";
    findings.push({
      id: "F-K03",
      level: "info",
      what: oneLine(killed, 200),
      cause,
      fix: "nothing to do; our own kills are counted by the cgroup"
    });
  }
  return findings;
}
function judgeXid(xid, all, gpuCount) {
  const known = XID.get(xid.code);
  const times = all.filter((other) => other.code === xid.code).length;
  const what = `Xid ${xid.code}${times > 1 ? ` (${times} times)` : ""}: ${known?.meaning ?? "not in our list"}: ${xid.line}`;
  const dead = known?.class === "dead" || known?.class === "dead-when-linked" && gpuCount > 1 || known?.class === "as-stated" && all.some((other) => other.code === xid.code && /reset|reboot/i.test(other.line));
  if (dead)
    return {
      id: "F-K01",
      level: "fail",
      what,
      cause: "the card is broken; code cannot mend it (U22)",
      fix: RE_RENT
    };
  if (known?.class === "application") {
    const fix2 = "nothing to do unless it comes back with your program";
    return { id: "F-K01", level: "warn", what, cause: "most likely a program that ran here before", fix: fix2 };
  }
  const fix = "watch it: the same code again during the run means another box";
  return { id: "F-K01", level: "warn", what, cause: "the card had trouble since it was booted", fix };
}
var SLOWDOWNS = /^(HW Slowdown|HW Thermal Slowdown|HW Power Brake Slowdown|SW Thermal Slowdown)$/;
function readThrottle(lines) {
  const found = [];
  let gpu = "?";
  for (const line of lines) {
    gpu = /^GPU\s+([0-9A-Fa-f:.]{7,24})\s*$/.exec(line)?.[1] ?? gpu;
    const [, reason, state] = /^\s+((?:HW|SW) [A-Za-z ]+?)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    if (reason === void 0 || state === void 0 || / us$/.test(state)) continue;
    const known = state === "Active" ? "active" : state === "Not Active" ? "inactive" : "unknown";
    found.push({ gpu, reason, state: known });
  }
  return found;
}
function judgeThrottle(reading) {
  const all = readThrottle(reading.performance);
  const slowdowns = all.filter((entry) => SLOWDOWNS.test(entry.reason));
  const findings = slowdowns.filter((entry) => entry.state === "active").map((entry) => ({
    id: "F-K09",
    level: "fail",
    what: `GPU ${entry.gpu}: ${entry.reason} is active`,
    cause: "heat, the power supply or a fault slows the card; 25 to 40 % are lost without an error (U23)",
    fix: RE_RENT
  }));
  const inUse = addressesInUse(reading);
  for (const entry of all.filter((each) => each.reason === "SW Power Cap" && each.state === "active")) {
    if (inUse.has(entry.gpu)) continue;
    const fix = "compare the power limit with the card\u2019s own (nvidia-smi -q -d POWER) before a long run";
    findings.push({
      id: "F-K09",
      level: "warn",
      what: `GPU ${entry.gpu}: held by its power cap before anything runs`,
      cause: "the host lowered the power limit",
      fix
    });
  }
  if (slowdowns.length === 0 || slowdowns.some((entry) => entry.state === "unknown")) {
    const why = reading.performanceExit === "timeout" ? "the tool did not answer in time" : "the tool gives no or N/A answers";
    findings.push({
      id: "D-12",
      level: "warn",
      what: `throttling could not be read (${why}): unknown, not healthy`,
      cause: "virtual GPUs and old drivers hide it",
      fix: "watch clock and throughput in the first minutes of the run"
    });
  }
  return findings;
}
var HOT_CELSIUS = 83;
var LOADED_PERCENT = 50;
function readSamples(lines) {
  return lines.flatMap((line) => {
    const cells = line.split(",").map((cell) => cell.trim());
    const number = (at) => /^\d+(\.\d+)?$/.test(cells[at] ?? "") ? Number(cells[at]) : void 0;
    const index = number(0);
    if (index === void 0 || cells.length < 5) return [];
    return [{ index, utilization: number(1), celsius: number(2), clock: number(3), maxClock: number(4) }];
  });
}
function judgeSamples(lines) {
  const samples = readSamples(lines);
  const unknown = {
    id: "D-12",
    level: "warn",
    cause: "virtual GPUs and old drivers hide it",
    fix: "watch clock and throughput in the first minutes of the run"
  };
  if (samples.length === 0)
    return [{ ...unknown, what: "clock and temperature could not be sampled: unknown, not healthy" }];
  return [...new Set(samples.map((sample) => sample.index))].flatMap((index) => {
    const own = samples.filter((sample) => sample.index === index);
    if (own.every((sample) => sample.celsius === void 0))
      return [{ ...unknown, what: `GPU ${index}: no temperature (N/A): unknown, not healthy` }];
    return judgeOne(index, own);
  });
}
var isLoaded = ({ utilization }) => (utilization ?? 0) >= LOADED_PERCENT;
var addressesInUse = ({ samples, addresses }) => new Set(
  readSamples(samples).filter(isLoaded).flatMap(({ index }) => addresses.get(index) ?? [])
);
function judgeOne(index, own) {
  const hottest = Math.max(...own.map((sample) => sample.celsius ?? 0));
  const loaded = own.filter(isLoaded);
  const slow = loaded.find(
    ({ clock, maxClock }) => clock !== void 0 && maxClock !== void 0 && clock < 0.7 * maxClock
  );
  const hot = hottest >= HOT_CELSIUS;
  if (slow && hot) {
    const what = `GPU ${index}: ${slow.clock} of ${slow.maxClock} MHz under load at ${hottest} C`;
    return [{ id: "F-K10", level: "fail", what, cause: "the card throttles by heat (U23)", fix: RE_RENT }];
  }
  if (hot) {
    const what = `GPU ${index}: ${hottest} C before our job runs`;
    return [
      {
        id: "F-K11",
        level: "warn",
        what,
        cause: "poor cooling or a neighbour\u2019s load",
        fix: "watch its clock; it will throttle near this temperature"
      }
    ];
  }
  if (slow) {
    const what = `GPU ${index}: in use by somebody else, at ${slow.clock} of ${slow.maxClock} MHz`;
    return [
      {
        id: "F-K12",
        level: "warn",
        what,
        cause: "starved or power-capped, not hot",
        fix: "find what runs on the card"
      }
    ];
  }
  if (loaded.length === own.length) {
    const least = Math.min(...loaded.map(({ utilization }) => utilization ?? 0));
    return [
      {
        id: "U10",
        level: "warn",
        what: `GPU ${index}: at least ${least} % busy before anything was started`,
        cause: "somebody else computes on the card, so that the job gets a part of it",
        fix: "find what runs on the card (nvidia-smi on the box or its host), end it or take another box"
      }
    ];
  }
  return [];
}

// src/box/audit-gpu.ts
function readGpus(lines) {
  return lines.flatMap((line) => {
    const cells = line.split(",").map((cell) => cell.trim());
    const index = wholeNumber(cells[0]);
    if (index === void 0 || cells.length < 6) return [];
    return [
      {
        index,
        name: oneLine(cells[1] ?? "", 80),
        memoryMib: wholeNumber(cells[2]),
        usedMib: wholeNumber(cells[3]),
        driver: oneLine(cells[5] ?? "", 40),
        address: oneLine(cells[4] ?? "", 40)
      }
    ];
  });
}
function modelOf(name) {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, " ");
  const memoryGb = /(?:^| |[A-Z0-9](?=\d{2,3} ?GB))(\d{1,3}) ?GB(?: |$)/.exec(plain)?.[1];
  const sxm = /\bSXM\d?\b/.test(plain) || /\bHBM3E?\b/.test(plain);
  const form = /\bNVL\b/.test(plain) ? "NVL" : /\bPCIE\b/.test(plain) ? "PCIE" : sxm || /\bH200\b/.test(plain) ? "SXM" : void 0;
  const model = plain.replace(/(\d{1,3}) ?GB\b/g, " ").replace(/\b(NVIDIA|TESLA|GEFORCE|QUADRO|GRAPHICS|DEVICE|SXM\d?|PCIE|NVL|HBM\dE?)\b/g, " ").replace(/\b([RG]TX) ?(?=[A-Z0-9])/g, " ").replace(/\s+/g, "");
  return { model, form, memoryGb: memoryGb === void 0 ? void 0 : Number(memoryGb) };
}
function isAsked(seen, asked) {
  const [is, wants] = [modelOf(seen.name), modelOf(asked)];
  if (is.model !== wants.model) return false;
  const namesForm = /SXM|PCIE|NVL/i.test(asked);
  if (namesForm && is.form !== wants.form) return false;
  return wants.memoryGb === void 0 || seen.memoryMib === void 0 || holdsGb(seen.memoryMib, wants.memoryGb);
}
var holdsGb = (memoryMib, gb) => memoryMib * 1048576e-9 >= gb * 0.97;
var exceedsGb = (memoryMib, gb) => memoryMib * 1048576e-9 > gb * 1.1;
function judgeGpus(reading, wanted, measured) {
  const gpus = readGpus(reading.lines("gpu"));
  const exit = reading.value("gpu.exit");
  measured["gpuCount"] = gpus.length;
  if (gpus.length === 0 || exit === "timeout") return [toolFailed(reading, exit, wanted)];
  measured["gpuName"] = [...new Set(gpus.map((gpu) => gpu.name))].join("; ");
  measured["gpuDriver"] = gpus[0]?.driver ?? "";
  const memory = gpus.flatMap((gpu) => gpu.memoryMib ?? []);
  if (memory.length > 0) measured["gpuMemoryMib"] = Math.min(...memory);
  return [
    ...judgeIdentity(gpus, wanted),
    ...gpus.flatMap((gpu) => judgeHolder(gpu)),
    ...judgeGpuHealth(
      {
        kernel: reading.lines("kernel"),
        kernelExit: reading.value("kernel.exit"),
        performance: reading.lines("performance"),
        performanceExit: reading.value("performance.exit"),
        samples: reading.lines("samples"),
        addresses: new Map(gpus.map(({ index, address }) => [index, address]))
      },
      wanted.count
    )
  ];
}
function judgeIdentity(gpus, wanted) {
  const findings = [];
  const fix = "do not launch here: release the box and take an offer that names the card, its memory and its form; of a box of your own write into `resources.gpu` what it has";
  const add = (what, cause) => findings.push({ id: "VAST14", level: "fail", what, cause, fix });
  const strangers = wanted.names.length === 0 ? [] : gpus.filter((gpu) => !wanted.names.some((name) => isAsked(gpu, name)));
  const fitting = gpus.length - strangers.length;
  if (strangers.length > 0 && fitting < wanted.count) {
    const seen = [...new Set(strangers.map((gpu) => `${gpu.name} (${gpu.memoryMib ?? "?"} MiB)`))].join(", ");
    add(
      `${seen} here, ${wanted.names.join(" or ")} asked`,
      "offers name cards coarsely: 40 and 80 GB, SXM, PCIe and NVL share a name"
    );
  } else if (fitting < wanted.count) {
    add(
      `${fitting} GPUs visible, ${wanted.count} asked`,
      "the container got fewer than were rented, or a card fell off the bus"
    );
  }
  const { min, max } = wanted.memoryGb ?? {};
  const unread = gpus.filter((gpu) => gpu.memoryMib === void 0);
  if ((min !== void 0 || max !== void 0) && unread.length > 0) {
    const what = `memory of GPU ${unread.map((gpu) => gpu.index).join(", ")} could not be read`;
    findings.push({
      id: "P0-08",
      level: "warn",
      what,
      cause: "the tool answers N/A",
      fix: "unknown is not a pass: look at the card by hand"
    });
  }
  for (const gpu of gpus) {
    if (gpu.memoryMib === void 0) continue;
    const wrong = min !== void 0 && !holdsGb(gpu.memoryMib, min) || max !== void 0 && exceedsGb(gpu.memoryMib, max);
    if (wrong)
      add(
        `GPU ${gpu.index} (${gpu.name}) has ${gpu.memoryMib} MiB, ${rangeText(wanted.memoryGb)} asked`,
        "a name says nothing certain about memory"
      );
  }
  return findings;
}
var HELD_MIB = 1024;
function judgeHolder(gpu) {
  if (gpu.usedMib === void 0 || gpu.usedMib <= HELD_MIB) return [];
  return [
    {
      id: "U11",
      level: "warn",
      what: `GPU ${gpu.index}: ${gpu.usedMib} MiB in use before anything was started`,
      cause: "another job on the card, or a dead process whose memory is still held",
      fix: "find its holder (nvidia-smi, then restart the container); memory is missing until then"
    }
  ];
}
function toolFailed(reading, exit, wanted) {
  const said = oneLine([...reading.lines("gpu"), ...reading.lines("gpu.err")].join(" "), 200);
  const nodes = reading.number("nodes") ?? 0;
  const asked = `${wanted.count} x ${wanted.names.join(" or ") || "any GPU"} asked`;
  if (exit === "timeout") {
    const cause = "the driver does not answer, which a GPU that died does";
    return {
      id: "F-K08",
      level: "fail",
      what: `nvidia-smi did not answer in time; ${asked}`,
      cause,
      fix: "take another box"
    };
  }
  if (/insufficient permissions|permission denied|not permitted/i.test(said))
    return {
      id: "U31",
      level: "fail",
      what: `this login may not use the GPU (${said}); ${asked}`,
      cause: `the device files are for root or a group that it is not in (\`sudo nvidia-smi\` would work), and nothing is done by sudo here`,
      fix: "on the box put the user into the group that owns /dev/nvidia* (`ls -l /dev/nvidia*`, then `sudo usermod -aG GROUP USER`), or log in by a user who may use it"
    };
  return {
    id: "U31",
    level: "fail",
    what: `no GPU is visible here (${exit === "absent" ? "there is no nvidia-smi" : said || `nvidia-smi exit ${exit ?? "?"}`}); ${asked}`,
    cause: nodes > 0 ? `${nodes} device nodes are there, and the driver's tool does not see them` : "the container was started without GPUs, or the box has none",
    fix: "start the container with the NVIDIA toolkit (--gpus all), or take a box with a GPU: training here would be a hundred times slower without an error. A job that needs none says `gpu: none` under `resources`"
  };
}
function rangeText(range) {
  if (range?.min !== void 0 && range.max !== void 0) return `${range.min} to ${range.max} GB`;
  return range?.min !== void 0 ? `at least ${range.min} GB` : `at most ${range?.max} GB`;
}

// src/box/audit-places.ts
function roomOf(reading, name) {
  const stats = reading.value(`${name}.statfs`)?.split(" ").map(wholeNumber);
  const [block, blocks, freeBlocks, inodes, freeInodes] = stats ?? [];
  if (block !== void 0 && blocks !== void 0 && freeBlocks !== void 0) {
    const fixed2 = inodes !== void 0 && inodes > 0;
    return {
      freeBytes: block * freeBlocks,
      totalBytes: block * blocks,
      freeInodes: fixed2 ? freeInodes : void 0,
      totalInodes: fixed2 ? inodes : void 0
    };
  }
  const bytes = dfNumbers(reading.lines(`${name}.df`).at(-1));
  if (bytes === void 0) return void 0;
  const counts = dfNumbers(reading.lines(`${name}.dfi`).at(-1));
  const fixed = counts !== void 0 && counts.total > 0;
  return {
    freeBytes: bytes.free * 1024,
    totalBytes: bytes.total * 1024,
    freeInodes: fixed ? counts.free : void 0,
    totalInodes: fixed ? counts.total : void 0
  };
}
function dfNumbers(line) {
  const [, total, free] = /\s(\d{1,16})\s+\d{1,16}\s+(\d{1,16})\s+\d{1,3}%\s/.exec(line ?? "") ?? [];
  return total === void 0 ? void 0 : { total: Number(total), free: Number(free) };
}
function mountOf(reading, name) {
  const [, options, type, point] = /^(\S+) (\S+) (\/.*)$/.exec(reading.lines(`${name}.mount`).at(-1) ?? "") ?? [];
  return options === void 0 || type === void 0 || point === void 0 ? void 0 : { options, type, point };
}
function judgePlaces(reading, expected, measured) {
  return [
    ...judgeWork(reading, expected, measured),
    ...expected.durableDir === void 0 ? [] : durableOrNone(reading, expected, measured),
    ...judgeClosing(reading)
  ];
}
function judgeWork(reading, expected, measured) {
  const path = shown(reading.value("work.path"));
  const mount = mountOf(reading, "work");
  measured["workDir"] = path;
  if (reading.value("data.there") === "1") measured["dataIsThere"] = true;
  if (mount) measured["workMount"] = mount.point;
  const hung = reading.value("work.exit") === "timeout";
  const room = roomOf(reading, "work");
  if (room === void 0) return [unreadable(path, hung)];
  measured["diskFreeBytes"] = room.freeBytes;
  measured["diskTotalBytes"] = room.totalBytes;
  if (room.freeInodes !== void 0) measured["diskFreeInodes"] = room.freeInodes;
  const findings = [
    ...withoutDataDisk(reading, expected, path),
    ...judgeRoom(
      path,
      room,
      (expected.diskBytes ?? 2e8) + besideRun(reading, expected),
      expected.inodes ?? 1e3
    ),
    ...judgeData(reading, expected)
  ];
  if (reading.value("work.writable") !== "1")
    findings.push(notWritable("P0-03", path, mount, ownerOf(reading, "work")));
  return findings;
}
var isOneMount = (reading, one, other) => reading.value(`${one}.device`) !== void 0 && reading.value(`${one}.device`) === reading.value(`${other}.device`);
function besideRun(reading, expected) {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const ofData = ownPlaceOfData(reading, expected) === void 0 ? dataBytes : 0;
  return ofData + (isOneMount(reading, "durable", "work") ? durableBytes : 0);
}
function ownPlaceOfData(reading, { setsDir }) {
  const place = setsDir === void 0 ? "data" : "sets";
  return roomOf(reading, place) === void 0 || isOneMount(reading, place, "work") ? void 0 : place;
}
function judgeData(reading, expected) {
  const { dataBytes = 0, durableBytes = 0 } = expected;
  const place = ownPlaceOfData(reading, expected);
  if (dataBytes === 0 || place === void 0) return [];
  const room = roomOf(reading, place);
  if (room === void 0) return [];
  const beside = isOneMount(reading, place, "durable") ? durableBytes : 0;
  return judgeRoom(shown(reading.value(`${place}.path`)), room, dataBytes + beside, 0);
}
function withoutDataDisk(reading, { workNeedsData, dataDir }, path) {
  if (!workNeedsData || reading.value("data.there") === "1") return [];
  return [
    {
      id: "P0-03",
      level: "info",
      what: `the data disk ${dataDir} is not on this box; the run lives in ${path}`,
      cause: "not every box of the platform has one",
      fix: "name a directory by `storage.work` of the job file, or take a box with a data disk"
    }
  ];
}
function judgeRoom(path, room, needBytes, needInodes) {
  const findings = [];
  const used = (free, total) => total > 0 ? Math.floor(100 * (total - free) / total) : 0;
  const bytesUsed = used(room.freeBytes, room.totalBytes);
  if (room.freeBytes < needBytes || bytesUsed >= 95) {
    findings.push({
      id: "U7",
      level: room.freeBytes < needBytes ? "fail" : "warn",
      what: `${path}: ${gigabytes(room.freeBytes)} free (${bytesUsed} % used), ${gigabytes(needBytes)} needed${missing(needBytes - room.freeBytes)}`,
      cause: "the disk under the run is full or nearly so; a save would die half-written",
      fix: "free space on that mount (model caches below ~/.cache are the usual hog), or ask for a larger disk",
      ...room.freeBytes < needBytes && room.totalBytes > 0 && { fullAt: path }
    });
  }
  const { freeInodes, totalInodes } = room;
  if (freeInodes === void 0 || totalInodes === void 0) return findings;
  const inodesUsed = used(freeInodes, totalInodes);
  if (freeInodes < needInodes || inodesUsed >= 95) {
    findings.push({
      id: "U7",
      level: freeInodes < needInodes ? "fail" : "warn",
      what: `${path}: ${freeInodes} inodes free (${inodesUsed} % used), ${needInodes} needed, while ${gigabytes(room.freeBytes)} are free`,
      cause: "inodes run out before bytes do where there are many small files",
      fix: "delete or archive small files on that mount; more bytes do not help"
    });
  }
  return findings;
}
var missing = (bytes) => bytes > 0 ? `: ${gigabytes(bytes)} are missing` : "";
function durableOrNone(reading, expected, measured) {
  const findings = judgeDurable(reading, expected, measured);
  const isUsable = findings.every(({ level }) => level !== "fail");
  measured["durableIsUsable"] = isUsable;
  if (isUsable || !expected.durableMayLack) return findings;
  return findings.map(
    (finding) => finding.level === "fail" ? { ...finding, level: "warn", what: `${finding.what}: no durable copies are made on this box` } : finding
  );
}
function judgeDurable(reading, expected, measured) {
  const path = shown(reading.value("durable.path") ?? expected.durableDir);
  const mount = mountOf(reading, "durable");
  measured["durableDir"] = path;
  if (mount) measured["durableMount"] = mount.point;
  const finding = (what, cause, fix) => ({
    id: "P0-13",
    level: "fail",
    what,
    cause,
    fix
  });
  if (reading.value("durable.exit") === "timeout") {
    const fix = "take another box, or mount it again; nothing that is copied there would be safe";
    return [
      finding(`${path} did not answer`, "a network mount whose server is gone hangs every access", fix)
    ];
  }
  if (reading.value("durable.exists") !== "1") {
    const fix = "mount it, or correct the durable directory; some rentals lack the disk they advertise";
    return [finding(`${path} does not exist`, "the durable disk is not attached to this box", fix)];
  }
  const findings = [];
  if (expected.durableIsMount !== false && (mount === void 0 || mount.point === "/")) {
    const where = mount === void 0 ? "its mount could not be read" : "it lies on the root file system";
    const fix = "mount the durable disk there; a directory on the system disk dies with the box";
    findings.push(
      finding(
        `${path} is no mount of its own: ${where}`,
        "the durable disk is not attached to this box",
        fix
      )
    );
  }
  if (reading.value("durable.writable") !== "1")
    findings.push(notWritable("P0-13", path, mount, ownerOf(reading, "durable")));
  const room = roomOf(reading, "durable");
  if (room !== void 0) {
    measured["durableFreeBytes"] = room.freeBytes;
    findings.push(...judgeRoom(path, room, expected.durableBytes ?? 2e8, 100));
  }
  const device = reading.value("durable.device");
  if (device !== void 0 && device !== "" && device === reading.value("work.device")) {
    findings.push({
      id: "P0-02",
      level: "warn",
      what: `${path} and ${shown(reading.value("work.path"))} are one file system`,
      cause: "the copy lies beside the original and shares its fate and its space",
      fix: "name a durable directory on another tier, or leave it out: what is pulled here is safe either way"
    });
  }
  return findings;
}
function judgeClosing(reading) {
  const cells = reading.value("cells.device");
  const work = reading.value("work.device");
  if (!cells || !work || cells === work) return [];
  return [
    {
      id: "P0-14",
      level: "fail",
      what: `the cells' directories are on another file system (device ${cells}) than the run (device ${work})`,
      cause: "something is mounted below the run directory; a rename across mounts is a copy that can stop half-way",
      fix: "unmount it, or name a work directory on one file system"
    }
  ];
}
function ownerOf(reading, name) {
  const said = /^(\S+) ([0-7]{3,4}) (\S+) (\/.*)$/.exec(reading.value(`${name}.owner`) ?? "");
  if (!said) return void 0;
  const [owner, mode, login, dir] = said.slice(1).map((each) => oneLine(each, 200));
  return owner && mode && login && dir ? { owner, mode, login, dir } : void 0;
}
function notWritable(id, path, mount, held) {
  const finding = {
    id,
    level: "fail",
    what: `${path}: a probe file could not be written and read back`
  };
  if (mount?.options.split(",").includes("ro"))
    return { ...finding, cause: `${mount.point} is mounted read-only`, fix: "remount it writable" };
  if (held && held.login !== "root" && held.owner !== held.login)
    return {
      ...finding,
      cause: `${held.dir} belongs to ${held.owner} (mode ${held.mode}) and the login is ${held.login}; nothing is done by sudo here`,
      fix: `on the box run \`sudo install -d -o ${held.login} ${quoteWord(path)}\`, or log in by a user who may write there`
    };
  return {
    ...finding,
    cause: `no permission there, a full disk, or a mount that refuses writes${held ? ` (${held.dir} belongs to ${held.owner}, mode ${held.mode}, and the login is ${held.login})` : ""}`,
    fix: "free space on it, correct its owner, or remount it writable"
  };
}
var unreadable = (path, hung) => ({
  id: "P0-03",
  level: "fail",
  what: `${path}: free space could not be read${hung ? " in time" : ""}`,
  cause: hung ? "a mount whose server is gone hangs every access" : "neither `stat -f` nor `df` gave an answer",
  fix: "name a work directory on a disk that answers, or take another box"
});
var gigabytes = (bytes) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;
var shown = (path) => oneLine(path ?? "?", 200);

// src/box/audit-slice.ts
var NO_LIMIT = 2 ** 60;
function sliceOf(lines) {
  const facts = lines.flatMap((line) => {
    const [, file, level2, content] = /^([a-z_.]{1,40}) (\/\S*) (.*)$/.exec(line) ?? [];
    return file === void 0 || level2 === void 0 || content === void 0 ? [] : [{ file, level: level2, content }];
  });
  const contentOf = (file, level2) => facts.find((fact) => fact.file === file && (level2 === void 0 || fact.level === level2))?.content;
  const v2 = contentOf("memory.max") !== void 0;
  const limits = facts.filter((fact) => fact.file === (v2 ? "memory.max" : "memory.limit_in_bytes")).map((fact) => ({ level: fact.level, bytes: limitOf(fact.content) }));
  const set = limits.filter((limit) => limit.bytes !== void 0);
  const tightest = set.reduce(
    (best, limit) => best === void 0 || limit.bytes < best.bytes ? limit : best,
    void 0
  );
  const level = tightest?.level ?? limits[0]?.level;
  const events = facts.filter(
    (fact) => fact.file === (v2 ? "memory.events" : "memory.oom_control") && fact.level === level
  );
  return {
    memoryMaxBytes: tightest?.bytes,
    memoryUsedBytes: wholeNumber(contentOf(v2 ? "memory.current" : "memory.usage_in_bytes", level)),
    oomKills: wholeNumber(events.flatMap((event) => /^oom_kill (\d+)$/.exec(event.content)?.[1] ?? [])[0]),
    cpuQuota: quotaOf(facts)
  };
}
function limitOf(content) {
  const bytes = /^\d{1,19}$/.test(content.trim()) ? Number(content) : void 0;
  return bytes !== void 0 && bytes < NO_LIMIT ? bytes : void 0;
}
function quotaOf(facts) {
  const quotas = facts.flatMap(({ file, level, content }) => {
    const [quota, period] = file === "cpu.max" ? content.split(" ") : file === "cpu.cfs_quota_us" ? [
      content,
      facts.find((fact) => fact.file === "cpu.cfs_period_us" && fact.level === level)?.content
    ] : [];
    const [time, per] = [wholeNumber(quota), wholeNumber(period)];
    return time === void 0 || per === void 0 || per === 0 || time === 0 ? [] : [time / per];
  });
  return quotas.length === 0 ? void 0 : Math.min(...quotas);
}
function judgeSlice(reading, expected, measured) {
  const slice = sliceOf(reading.lines("cgroup"));
  return [
    ...judgeMemory(reading, slice, expected, measured),
    ...judgeCpus(reading, slice, expected, measured),
    ...judgeShm(reading, expected, measured)
  ];
}
function judgeMemory(reading, slice, expected, measured) {
  const hostKb = wholeNumber(/^MemTotal:\s+(\d+) kB/.exec(reading.lines("meminfo")[0] ?? "")?.[1]);
  const host = hostKb === void 0 ? void 0 : hostKb * 1024;
  const max = slice.memoryMaxBytes === void 0 ? host : Math.min(slice.memoryMaxBytes, host ?? Infinity);
  if (max !== void 0) measured["memoryMaxBytes"] = max;
  measured["memoryLimited"] = slice.memoryMaxBytes !== void 0;
  if (slice.oomKills !== void 0) measured["oomKills"] = slice.oomKills;
  const findings = [];
  const asked = expected.memoryGb?.min;
  const fix = "take an offer with more memory for this container; the size of the host does not help";
  if (asked !== void 0 && max === void 0) {
    const what = "the memory limit could not be read";
    findings.push({ id: "P0-07", level: "warn", what, cause: "no cgroup file and no /proc/meminfo", fix });
  } else if (asked !== void 0 && max !== void 0 && max < asked * 1e9 * TOLERANCE) {
    const what = `${inGb(max)} of memory here, at least ${asked} GB asked`;
    const cause = slice.memoryMaxBytes === void 0 ? "the machine has no more" : "the container is limited below its host";
    findings.push({ id: "P0-07", level: "fail", what, cause, fix });
  }
  const { memoryUsedBytes: used, memoryMaxBytes: limit } = slice;
  if (used !== void 0 && limit !== void 0 && used > 0.9 * limit) {
    findings.push({
      id: "P4-07",
      level: "warn",
      what: `${inGb(used)} of the container's ${inGb(limit)} are in use before anything was started`,
      cause: "something else runs in the container, or its page cache counts against it",
      fix: "end what runs there; the kernel kills at the limit without a traceback (U9)"
    });
  }
  return findings;
}
var TOLERANCE = 0.95;
function judgeCpus(reading, slice, expected, measured) {
  const processors = reading.number("processors");
  const cpus = slice.cpuQuota ?? processors;
  if (cpus !== void 0) measured["cpus"] = cpus;
  if (slice.cpuQuota !== void 0) measured["cpuQuota"] = slice.cpuQuota;
  const asked = expected.cpus?.min;
  const findings = [];
  if (asked !== void 0 && cpus !== void 0 && cpus < asked * TOLERANCE) {
    findings.push({
      id: "P0-07",
      level: "fail",
      what: `${cpus} CPUs here, at least ${asked} asked`,
      cause: slice.cpuQuota === void 0 ? "the machine has no more" : `the container's quota is ${slice.cpuQuota} of ${processors ?? "?"} CPUs`,
      fix: "take an offer with more CPUs"
    });
  }
  if (slice.cpuQuota !== void 0 && processors !== void 0 && processors >= 2 * slice.cpuQuota) {
    findings.push({
      id: "U40",
      level: "info",
      what: `quota of ${slice.cpuQuota} CPUs on a host that shows ${processors}`,
      cause: "libraries size their thread pools by the host's CPUs",
      fix: "nothing to do: thread pools are capped to the quota unless the job sets its own"
    });
  }
  return findings;
}
function judgeShm(reading, expected, measured) {
  const room = roomOf(reading, "shm");
  if (room !== void 0) measured["shmBytes"] = room.totalBytes;
  const need = expected.shmBytes ?? (expected.gpu ? 1e9 : 0);
  if (need === 0 || room !== void 0 && room.totalBytes >= need) return [];
  return [
    {
      id: "DP15",
      level: "warn",
      what: room === void 0 ? "/dev/shm could not be read" : `/dev/shm holds ${(room.totalBytes / 1e6).toFixed(0)} MB, ${inGb(need)} wanted`,
      cause: "a container gets 64 MB unless it asks for more; loader workers share batches there and die with a bus error",
      fix: "start the container with --shm-size=8g or host IPC, use the file_system sharing strategy, or no loader workers"
    }
  ];
}
var inGb = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

// src/box/audit-software.ts
var NEEDED = ["tar", "gzip", "xargs", "stat", "find", "awk", "mktemp"];
function judgeSoftware(reading, expected, measured) {
  return [
    ...judgeBytes(reading),
    ...judgeTools(reading, expected),
    ...expected.conda ? judgeConda(reading) : [],
    ...expected.python === void 0 ? [] : judgePython(reading, expected, expected.python, measured)
  ];
}
var EVERY_BYTE = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13)
).toString("utf8");
function judgeBytes(reading) {
  const came = reading.value("bytes");
  if (came === void 0 || came === EVERY_BYTE) return [];
  const kept = [...EVERY_BYTE].filter((sign, at) => came[at] === sign).length;
  const how = came.length === EVERY_BYTE.length ? `${EVERY_BYTE.length - kept} of ${EVERY_BYTE.length} arrived as others` : `${EVERY_BYTE.length} were sent and ${came.length} arrived`;
  return [
    {
      id: "P1-10",
      level: "fail",
      what: `bytes do not come through as they are: ${how}`,
      cause: "something between the command and us alters them: a terminal, a filter or a wrapper of the login",
      fix: "log in by an account, or at a port, whose commands' output nothing touches (look at ForceCommand, `script`, `stty` and the start files); no file could be brought home unharmed"
    }
  ];
}
function judgeTools(reading, expected) {
  const missing2 = new Set(reading.values("missing"));
  const lacking = NEEDED.filter((tool) => missing2.has(tool));
  if (missing2.has("openssl") && missing2.has("sha256sum")) lacking.push("sha256sum");
  if (expected.launcher === "tmux" && missing2.has("tmux")) lacking.push("tmux");
  const findings = [];
  if (lacking.length > 0) {
    findings.push({
      id: "P3-01",
      level: "fail",
      what: `the box lacks ${lacking.join(", ")}`,
      cause: "a minimal image",
      fix: "install them in the image or by its package manager (coreutils, findutils, tar, tmux)"
    });
  }
  if (reading.value("temporary") === "none") {
    findings.push({
      id: "U7",
      level: "fail",
      what: "no temporary file could be made in /tmp, /dev/shm or the home directory",
      cause: "their file systems are full (bytes or inodes) or read-only",
      fix: "free space or inodes there; the GPU and the interpreter were not looked at"
    });
  }
  return findings;
}
function judgeConda(reading) {
  const isConda = reading.value("conda.python") !== void 0;
  if (isConda && reading.value("conda") !== void 0) return [];
  return [
    {
      id: "AD6",
      level: "fail",
      what: isConda ? "the box has neither conda, mamba nor micromamba, and the job installs an environment.yml" : "python3 is none of conda's, and the job installs an environment.yml",
      cause: "an image without conda, or whose conda is not in the PATH of a login that is not interactive",
      fix: "take an image with conda, name its Python (storage.python, such as /opt/conda/bin/python3), or list the packages in a requirements.txt"
    }
  ];
}
function judgePython(reading, expected, python, measured) {
  const path = reading.value("python");
  const version = /^Python (\d+\.\d+\.\d+\S*)/.exec(reading.lines("python")[0] ?? "")?.[1];
  if (version !== void 0) measured["python"] = version;
  if (path) measured["pythonPath"] = oneLine(path, 200);
  if (!path || version === void 0) {
    const hung = reading.value("python.exit") === "timeout";
    return [
      {
        id: "AD6",
        level: "fail",
        what: path ? `${python} is there and ${hung ? "did not answer" : "does not run"}` : `there is no ${python} (exit 127)`,
        cause: "the image's interpreter is elsewhere; a login that is not interactive does not read .bashrc",
        fix: otherPython(reading, python)
      }
    ];
  }
  return expected.framework ? judgeFramework(reading, expected, expected.framework, measured) : [];
}
function otherPython(reading, python) {
  const others = reading.values("pythons").map((path) => oneLine(path, 200));
  const [first] = others;
  if (first === void 0) return "name the interpreter by its full path, such as /opt/conda/bin/python";
  const more = others.length > 1 ? ` (there are also ${others.slice(1, 4).join(", ")})` : "";
  return `write \`${first}\` for ${python} in the \`run\` of the job${more}`;
}
function judgeFramework(reading, expected, { module, required }, measured) {
  const exit = reading.value("framework.exit");
  const level = required ? "fail" : "warn";
  const said = oneLine(reading.lines("framework.err").at(-1) ?? "", 200);
  if (exit === "timeout") {
    const cause = "a slow or hanging disk, or a driver that does not answer";
    return [
      {
        id: "F-E09",
        level,
        what: `importing ${module} did not end in time`,
        cause,
        fix: "import it by hand on the box, or take another box"
      }
    ];
  }
  if (exit !== "0") {
    const fix = required ? "use an image that has it, or install it (requirements.torch: as-pinned)" : "nothing to do if the setup installs it";
    return [
      {
        id: "F-E09",
        level,
        what: `${module} cannot be imported: ${said}`,
        cause: "it is not installed for that interpreter, or broken",
        fix
      }
    ];
  }
  const version = /^version (\S{1,60})$/.exec(reading.lines("framework")[0] ?? "")?.[1];
  if (version !== void 0) measured[module] = version;
  const [, cuda, available, count] = /^cuda (\S+) (True|False) (\d+)$/.exec(reading.lines("framework")[1] ?? "") ?? [];
  if (module !== "torch" || cuda === void 0) return [];
  measured["torchCuda"] = cuda;
  measured["torchGpus"] = Number(count);
  if (!expected.gpu || available === "True" && Number(count) >= expected.gpu.count) return [];
  const triangle = /driver on your system is too old|forward compatibility|no kernel image|please update your driver/i.test(
    said
  );
  return [
    {
      id: triangle || cuda === "None" ? "U28" : "U31",
      level,
      what: `torch ${version ?? "?"} (CUDA ${cuda}) sees ${count} GPUs, ${expected.gpu.count} asked${said === "" ? "" : `: ${said}`}`,
      cause: cuda === "None" ? "this torch is built without CUDA" : triangle ? "driver, toolkit and torch do not fit each other; a tenant cannot change the host's driver" : "no GPU reaches this interpreter; training would run a hundred times slower without an error",
      fix: "keep the image's own torch (requirements.torch: keep-image), or choose a box by its CUDA version"
    }
  ];
}

// src/box/audit.ts
async function audit(channel, expected) {
  const { workDir = "", durableDir = "", python = "", framework, toolSeconds = 45 } = expected;
  const words = [
    workDir,
    durableDir,
    python,
    framework?.module ?? "",
    expected.gpu ? "1" : "0",
    String(toolSeconds),
    expected.dataDir ?? "",
    expected.workNeedsData ? "1" : "0",
    expected.pathDir ?? "",
    expected.conda ? "1" : "",
    expected.setsDir ?? ""
  ];
  const result = await channel.exec(["sh", "-c", auditText(), "sh", ...words], {
    timeoutSeconds: toolSeconds + 30
  });
  const reading = readAudit(result.stdout);
  if (reading === void 0) {
    throw new TransportFailed(
      `the audit's answer is not complete: ${oneLine(result.stderr.slice(-500))}`,
      "short"
    );
  }
  const report = judgeAudit(reading, expected);
  const findings = await Promise.all(report.findings.map((each) => withLargest(channel, each)));
  return { ...report, findings, said: linesOf(result.stdout) };
}
async function withLargest(channel, finding) {
  if (finding.fullAt === void 0) return finding;
  const { stdout } = await channel.exec(
    ["sh", "-c", largestText(), "sh", finding.fullAt, String(LARGEST_SECONDS)],
    { timeoutSeconds: LARGEST_SECONDS + 30 }
  );
  const largest = largestIn(stdout);
  if (largest.length === 0) return finding;
  return { ...finding, what: `${finding.what}. The largest on that mount: ${largest.join(", ")}` };
}
var LARGEST_SECONDS = 20;
var largestIn = (text) => text.split("\n").flatMap((line) => {
  const [, bytes, path] = /^LARGEST (\d{1,16}) (\/.*)$/.exec(line) ?? [];
  return path === void 0 ? [] : [`${oneLine(path, 200)} ${bytes} bytes`];
});
var linesOf = (text) => text.split("\n").map((line) => oneLine(line)).join("\n");
function judgeAudit(reading, expected) {
  const measured = {};
  const findings = [
    ...judgePlaces(reading, expected, measured),
    ...judgeSlice(reading, expected, measured),
    ...expected.gpu ? judgeGpus(reading, expected.gpu, measured) : [],
    ...judgeSoftware(reading, expected, measured)
  ].map((finding) => withPlatformsOwn(finding, expected.profileGotchas ?? []));
  return { fit: findings.every((finding) => finding.level !== "fail"), findings, measured };
}
function withPlatformsOwn(finding, gotchas) {
  const own = gotchas.find((gotcha) => gotcha.id === finding.id || gotcha.aliases?.includes(finding.id));
  if (own === void 0 || finding.level === "info") return finding;
  return {
    ...finding,
    id: own.id === finding.id ? own.id : `${finding.id} (${own.id})`,
    cause: own.cause,
    fix: own.fix
  };
}

// src/profile/gotcha-match.ts
var MAX_LINE = 4096;
var MAX_LINES2 = 5e3;
function matchGotchas(profile, stream, text) {
  const lines = text.split("\n").slice(-MAX_LINES2);
  return profile.gotchas.flatMap((gotcha) => {
    const patterns = (gotcha.match ?? []).filter((match) => match.in === stream).map((match) => compilePattern(match.pattern));
    const line = lines.map((each) => each.slice(0, MAX_LINE)).find((each) => patterns.some((pattern) => pattern.test(each)));
    return line === void 0 ? [] : [{ gotcha, line }];
  });
}

// src/lease/recognize.ts
function recognize({ run, lease }, profile, texts, isPast = () => false) {
  const found = /* @__PURE__ */ new Map();
  for (const { in: stream, text, cell } of texts) {
    for (const { gotcha, line } of matchGotchas(profile, stream, text)) {
      const { id, cause, fix } = gotcha;
      if (found.has(id) || run.recognized.has(keyOf(lease.name, id))) continue;
      if (isPast(text.slice(text.lastIndexOf(line) + line.length))) continue;
      const of = cell === void 0 ? {} : { cell };
      found.set(id, { event: { type: "recognized", lease: lease.name, ...of, id, cause, fix }, line });
    }
  }
  return [...found.values()];
}
var keyOf = (lease, id) => `${lease}:${id}`;
var wordsOfRecognized = ({ event: { lease, cell, id, cause, fix }, line }) => `${cell ?? lease}: known of this platform (${id}): ${cause} ${fix} By this line: ${line.trim().slice(0, 300)}`;

export {
  readAudit,
  audit,
  judgeAudit,
  matchGotchas,
  recognize,
  wordsOfRecognized
};
