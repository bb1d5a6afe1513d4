import { readFile } from 'node:fs/promises';
import { receipt } from '../../contracts/api/ledger-seals.ts';
import type { KnownRoot } from '../proof/audit/seals.ts';
import { bytesToHex } from '../proof/bytes.ts';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { parseNote } from '../proof/signed-note.ts';
import { CannotRead } from './sources/source.ts';

/**
 * The root in what somebody kept: a checkpoint (a signed note, also as a witness has cosigned it) or a receipt. Whoever
 * names it trusts it; its signature says which key of the notary signs from then on.
 * @throws CannotRead
 */
export async function readKnownRoot(file: string): Promise<KnownRoot> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CannotRead(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, error);
  });
  // Some editors put a mark of the order of bytes before a text.
  const note = parseNote(checkpointIn(text.replace(/^\ufeff/, ''), file));
  const head = note && parseCheckpoint(note.text);
  if (!note || !head) throw new CannotRead(`${file} holds no checkpoint and no receipt.`);
  return { from: file, size: head.size, root: bytesToHex(head.root), note };
}

function checkpointIn(text: string, file: string): string {
  if (!text.startsWith('{')) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CannotRead(`${file} is neither a checkpoint nor a receipt.`, error);
  }
  const read = receipt.safeParse(value);
  if (!read.success) throw new CannotRead(`${file} is no receipt of a known format.`, read.error);
  const { inclusion } = read.data;
  if (!inclusion) throw new CannotRead(`${file} was given before a seal held its event: it names no root.`);
  return inclusion.checkpoint;
}
