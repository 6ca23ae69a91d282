/** A line that says nothing that could be compared; counted from 1. Its text is left out: it may be a key that was pasted amiss. */
export interface LineFault {
  line: number;
  why: string;
}

const MARKERS = ['@revoked', '@cert-authority'];
const KEY_TYPE = /^(?:ssh-|ecdsa-sha2-|sk-)[a-z0-9@.-]+$/;
/** Bytes of a salt and of a hash in a hashed name: SHA-1 has so many. */
const HASH_BYTES = 20;
const ED25519_BYTES = 32;

/** Every line in the form of known_hosts (sshd(8)) that is none. OpenSSH passes such lines by, which leaves a host unknown. */
export function knownHostsFaults(text: string): LineFault[] {
  return text.split('\n').flatMap((line, at) => {
    const why = faultOf(line.trim());
    return why === undefined ? [] : [{ line: at + 1, why }];
  });
}

function faultOf(line: string): string | undefined {
  if (line === '' || line.startsWith('#')) return;
  if (/^-----|PRIVATE KEY/.test(line))
    return 'it is of a private key or certificate, which is no line of known_hosts';
  const fields = line.split(/\s+/);
  const marker = fields[0]?.startsWith('@') ? fields.shift() : undefined;
  if (marker !== undefined && !MARKERS.includes(marker))
    return `its marker is neither ${MARKERS.join(' nor ')}`;
  const [names = '', type, key] = fields;
  if (KEY_TYPE.test(names)) return 'it begins with the type of a key: the name of the host is missing';
  if (type === undefined || key === undefined)
    return 'it has less than a name, the type of a key and the key';
  if (!KEY_TYPE.test(type)) return 'its second word is no type of a key, such as ssh-ed25519';
  return nameFault(names) ?? keyFault(type, key);
}

function nameFault(names: string): string | undefined {
  if (names.startsWith('|')) {
    const [, form, salt = '', hash = '', ...more] = names.split('|');
    const isWhole = [salt, hash].every((each) => bytesOf(each)?.length === HASH_BYTES);
    return form === '1' && isWhole && more.length === 0 ? undefined : 'its hashed name is not whole';
  }
  const each = names.split(',').map((name) => name.replace(/^!/, ''));
  if (each.includes('')) return 'a name in it is empty';
  if (each.some((name) => name.startsWith('[') && !isBracketed(name)))
    return 'a name with a port is written [host]:port';
  // An IPv6 address has more than one colon, and none of them begins a port.
  if (each.some((name) => /^[^:[\]]+:\d+$/.test(name))) return 'a name with a port is written [host]:port';
  return;
}

function isBracketed(name: string): boolean {
  const port = /^\[[^[\]]+\](?::(\d{1,5}|\*))?$/.exec(name);
  return port !== null && (port[1] === undefined || port[1] === '*' || Number(port[1]) <= 65_535);
}

/** A key is strings behind their lengths (RFC 4251, 5), of which the first is its type (RFC 4253, 6.6). */
function keyFault(type: string, key: string): string | undefined {
  const parts = partsOf(bytesOf(key));
  if (parts === undefined || parts.length < 2) return 'its key is not whole';
  if (parts[0]?.toString('latin1') !== type) return 'its key is of another type than it says';
  if (type === 'ssh-ed25519' && parts[1]?.length !== ED25519_BYTES) return 'its key is not whole';
  return;
}

/** Node reads as far as it understands; what is not base64 throughout is none. */
function bytesOf(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : undefined;
}

function partsOf(blob: Buffer | undefined): Buffer[] | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; blob && at < blob.length; ) {
    if (at + 4 > blob.length) return;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return;
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return blob && parts;
}
