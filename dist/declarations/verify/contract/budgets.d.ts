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
export declare const DEFAULT_BUDGETS: Budgets;
