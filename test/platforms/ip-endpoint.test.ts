import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ipEndpoint } from '../../src/platforms/ip-endpoint.ts';

const at = (address: string) => {
  const { host, port } = ipEndpoint(address, 'root');
  return [host, port];
};

describe('the address of a machine of its own', () => {
  it('of IPv4 may be followed by the port that something before it opens', () => {
    assert.deepEqual(at('203.0.113.7'), ['203.0.113.7', 22]);
    assert.deepEqual(at('203.0.113.7:2201'), ['203.0.113.7', 2201]);
  });

  it('of IPv6 is taken whole, for its last group is no port', () =>
    assert.deepEqual(at('2001:db8::2201'), ['2001:db8::2201', 22]));
});
