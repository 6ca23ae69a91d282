import { type Clock } from '../../clock.js';
import type { RangeSource } from '../contract/source.js';
import type { SourceExtras } from './bounded-reader.js';
export interface HttpSourceOptions {
    /** Sent with every request; for tokens. Never shown. */
    headers?: Readonly<Record<string, string>>;
    signal?: AbortSignal;
    /** For tests and proxies. */
    fetch?: typeof globalThis.fetch;
    /** Addresses of a host name that a server sends us to. Default: the resolver of this machine. */
    addressesOf?: (hostname: string) => Promise<string[]>;
    /** How often one range is asked for before the source is given up. Default 4. */
    tries?: number;
    /** Seconds that one range may take, from the request to its last byte. Default 60. */
    rangeSeconds?: number;
    /** Milliseconds before the second try; doubled for each further one. Default 500. */
    pauseMs?: number;
    /** Default: the system's. */
    clock?: Clock;
}
export type HttpSource = RangeSource & Pick<SourceExtras, 'changed'>;
/**
 * An object behind HTTP(S) as a source of ranges, so that it is verified where it lives: a store's pre-signed URL, a file
 * server, a hub. The server must answer ranges (RFC 9110, section 14). An object that is replaced meanwhile is seen by its
 * entity tag, date and size. Redirects are followed, but for those from a public address into this machine's network. The query of the URL, where signatures stand, is in no message.
 *
 * @throws Problem `not-readable` when the server does not answer, refuses, or gives no ranges
 */
export declare function openHttpSource(url: string, options?: HttpSourceOptions): Promise<HttpSource>;
