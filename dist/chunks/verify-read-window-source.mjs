import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./nothing.shared.mjs";

// src/verify/read/window-source.ts
function windowSource(reader, offset, sizeBytes, label) {
  return {
    label,
    sizeBytes,
    async read(from, length) {
      if (from < 0 || from + length > sizeBytes)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${sizeBytes} bytes)`);
      return await reader.read(offset + from, length);
    },
    close: async () => {
    }
  };
}
function bytesSource(bytes, label) {
  return {
    label,
    sizeBytes: bytes.length,
    async read(from, length) {
      if (from < 0 || from + length > bytes.length)
        throw new RangeError(`${length} bytes from ${from} lie outside ${label} (${bytes.length} bytes)`);
      return bytes.subarray(from, from + length);
    },
    close: async () => {
    }
  };
}
export {
  bytesSource,
  windowSource
};
