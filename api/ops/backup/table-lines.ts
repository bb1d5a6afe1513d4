import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { textLines } from '../../../ledger/text-lines.ts';

/** The rows of a table's file, a JSON text each. @throws Error when the file is damaged */
export async function* tableLines(file: string): AsyncGenerator<string> {
  // What fails ends the lines with its error: a cut-off file must not look like a short one.
  const text = pipeline(createReadStream(file), createGunzip(), () => undefined);
  for await (const line of textLines(text)) if (line !== '') yield line;
}
