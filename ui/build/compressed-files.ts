import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller ones cost as much again in headers. */
const FROM_BYTES = 1_024;
/** Fonts and pictures are compressed by themselves. */
const TEXT = /\.(css|js|svg)$/;

/** Writes each text of the build compressed beside it, as small as it gets: the server sends that one to who takes it. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = 'dist' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => TEXT.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < FROM_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
