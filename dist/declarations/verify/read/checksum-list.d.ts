/** Digests as `sha256sum` lists them. */
export interface ChecksumList {
    /** Lower-case hex by path, as the list writes it. Paths are untrusted text. */
    digests: Map<string, string>;
    /** Lines that cannot be used; none of the list may be trusted then. */
    faults: {
        line: number;
        why: string;
    }[];
}
/** Reads `<64 hex digits>  <path>` lines; a line that begins with a backslash has line breaks and backslashes escaped. */
export declare function parseChecksumList(text: string): ChecksumList;
