/** An event is 1 MiB at most, and a proof a few kB. */
const LARGEST = 4 * 1024 * 1024;

/** The message is for people. */
export class NotAReceipt extends Error {}

/**
 * What stands in a file that somebody says to be a receipt; whether it is one, the check says.
 * @throws NotAReceipt
 */
export async function readReceiptFile(file: Blob): Promise<unknown> {
  if (file.size > LARGEST) throw new NotAReceipt('This file is larger than any receipt.');
  const text = await file.text();
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new NotAReceipt('This file is no receipt: it is not JSON.', { cause });
  }
}

/** What a file that fell on the page is, by its name: an export, or else a receipt. */
export const isExportName = (name: string): boolean => /\.(ndjson|jsonl|gz)$/i.test(name);
