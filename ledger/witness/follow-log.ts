import { setTimeout as sleep } from 'node:timers/promises';
import { parseCheckpoint } from '../proof/checkpoint.ts';
import { consistencyProof } from '../proof/consistency.ts';
import { parseNote } from '../proof/signed-note.ts';
import { TILE_WIDTH, type TileRef, tilePath, withTiles } from '../proof/tiles.ts';
import { addCheckpointBody } from './add-checkpoint.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { RunningWitness } from './witness.ts';

/** What a look at a log came to. */
export type Look =
  | { readonly kind: 'cosigned' | 'unchanged'; readonly size: number }
  /** The log is there, and is not what it was: a person has to look. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'silent'; readonly why: string };

/** Milliseconds for one call. */
const TIMEOUT = 20_000;
const MAX_CHECKPOINT_BYTES = 64 * 1024;

/**
 * Looks at a log that does not ask for cosignatures itself: takes its checkpoint, makes the proof from its tiles (C2SP
 * tlog-tiles) and cosigns what follows from the newest that this witness knows. Where the log has asked meanwhile, there
 * is nothing to do, and nothing to be alarmed about.
 * @param prefix of the log's addresses, without a trailing slash: `https://rewards.example/api/ledger`
 */
export async function lookAtLog(
  witness: RunningWitness,
  prefix: string,
  signal?: AbortSignal,
): Promise<Look> {
  try {
    const before = witness.newest()?.size ?? 0;
    const text = await fetchText(`${prefix}/checkpoint`, signal);
    const note = parseNote(text);
    const checkpoint = note && parseCheckpoint(note.text);
    if (!note || !checkpoint) return { kind: 'silent', why: 'it gives no checkpoint' };
    const newest = witness.newest();
    const [known, { size }] = [newest?.size ?? 0, checkpoint];
    if (newest && newest.note.text === note.text) return { kind: 'unchanged', size };
    if (size < before)
      return { kind: 'refused', why: `it shows ${size} entries, and ${before} were cosigned` };
    if (size < known) return { kind: 'unchanged', size: known };
    const read = (tiles: readonly TileRef[]) =>
      Promise.all(tiles.map((tile) => fetchTile(prefix, tile, signal)));
    const proof = await withTiles(size, (nodeAt) => consistencyProof(known, size, nodeAt), read);
    const answer = await witness.add(addCheckpointBody({ oldSize: known, proof, note }));
    if (answer.status === 200) return { kind: 'cosigned', size };
    const now = witness.newest()?.size ?? 0;
    if (answer.status === 409 && now > known) return { kind: 'unchanged', size: now };
    return { kind: 'refused', why: `${answer.status}: ${answer.body.trim()}` };
  } catch (error) {
    return { kind: 'silent', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Looks again and again until `signal` fires. */
export async function followLog(
  witness: RunningWitness,
  prefix: string,
  {
    every,
    signal,
    onLook,
  }: { readonly every: number; readonly signal: AbortSignal; readonly onLook: (look: Look) => void },
): Promise<void> {
  while (!signal.aborted) {
    const look = await lookAtLog(witness, prefix, signal);
    if (!signal.aborted) onLook(look);
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}

async function fetchText(url: string, signal: AbortSignal | undefined): Promise<string> {
  const request = { maxBytes: MAX_CHECKPOINT_BYTES, timeout: TIMEOUT, ...(signal && { signal }) };
  const { status, body } = await boundedFetch(url, request);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  return Buffer.from(body).toString('utf8');
}

/** A tile that has grown whole meanwhile is taken in its place, as the standard allows. */
async function fetchTile(
  prefix: string,
  tile: TileRef,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const whole = { ...tile, width: TILE_WIDTH };
  for (const asked of tile.width === TILE_WIDTH ? [tile] : [tile, whole]) {
    const request = { maxBytes: TILE_WIDTH * 32, timeout: TIMEOUT, ...(signal && { signal }) };
    const { status, body } = await boundedFetch(`${prefix}/tile/${tilePath(asked)}`, request);
    if (status === 200) return Uint8Array.from(body.subarray(0, tile.width * 32));
    if (status !== 404) throw new Error(`the tile ${tilePath(asked)} answers ${status}`);
  }
  throw new Error(`the tile ${tilePath(tile)} is not there`);
}
