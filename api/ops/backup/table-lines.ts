import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The rows of a table's file, a JSON text each. @throws Error when the file is damaged */
export async function* tableLines(file: string): AsyncGenerator<string> {
  let fault: Error | undefined;
  // What fails shows once the lines before it were read: a cut-off file must not look like a short one.
  const text = pipeline(createReadStream(file), createGunzip(), (error) => {
    fault = error ?? undefined;
  });
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== '') yield line;
  if (fault) throw fault;
}
