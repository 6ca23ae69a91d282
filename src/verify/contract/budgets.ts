/** Upper bounds on what one file may make us do. A breach is `inconclusive`, never a pass and never a crash. */
export interface Budgets {
  /** One pickle program. It is walked in windows, so this bounds time more than memory. */
  pickleBytes: number;
  pickleOpcodes: number;
  pickleMemo: number;
  pickleStack: number;
  pickleDepth: number;
  /** Characters of one import, module and name together; Python's own have fewer than a hundred. */
  pickleName: number;
  /** What the values of one program may take in memory, by a rough estimate. */
  pickleHeldBytes: number;
  /** One string or bytes constant of a pickle or JSON text. */
  constantBytes: number;
  safetensorsHeaderBytes: number;
  jsonBytes: number;
  /** A YAML file is held in memory whole, some hundred times its size. */
  yamlBytes: number;
  jsonDepth: number;
  /** Messages within messages. */
  protobufDepth: number;
  /** One line of JSONL or one row of CSV. */
  lineBytes: number;
  /** Entries of a zip or tar archive. */
  zipMembers: number;
  /** Containers within containers. */
  nesting: number;
  /** Objects of a file that is a small file system of its own (HDF5), and files of one set. */
  objects: number;
  /** What a parser may hold in memory of one structure (an index block, a footer, a message's metadata). */
  structureBytes: number;
  /** Sum of what deflated members expand to; nothing is written to disk. */
  expandedBytes: number;
  /** How many times larger than its bytes on disk something in nested containers may get; deflate alone stays near 1000. */
  nestedExpansion: number;
  /** Members of one archive that are examined by their own type; the rest only by the archive's rules. */
  membersExamined: number;
  /** Wall time = `wallSeconds` + size / `wallBytesPerSecond`. */
  wallSeconds: number;
  wallBytesPerSecond: number;
}

const MiB = 1024 ** 2;

export const DEFAULT_BUDGETS: Budgets = {
  pickleBytes: 512 * MiB,
  pickleOpcodes: 100_000_000,
  pickleMemo: 10_000_000,
  pickleStack: 1_000_000,
  pickleDepth: 1000,
  pickleName: 1024,
  pickleHeldBytes: 512 * MiB,
  constantBytes: 64 * MiB,
  safetensorsHeaderBytes: 100_000_000,
  jsonBytes: 256 * MiB,
  yamlBytes: MiB / 4,
  jsonDepth: 1000,
  protobufDepth: 100,
  lineBytes: 64 * MiB,
  zipMembers: 1_000_000,
  nesting: 3,
  objects: 1_000_000,
  structureBytes: 64 * MiB,
  expandedBytes: 1024 ** 4,
  nestedExpansion: 10_000,
  membersExamined: 10_000,
  wallSeconds: 60,
  wallBytesPerSecond: 50_000_000,
};
