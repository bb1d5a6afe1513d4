import * as z from 'zod/mini';
import { read, write } from './browser-storage.ts';

const playerMemory = z.object({
  /** From 0 to 1. */
  volume: z.number().check(z.minimum(0), z.maximum(1)),
  isMuted: z.boolean(),
  trackId: z.optional(z.string()),
  /** Seconds into the track. */
  position: z.number().check(z.minimum(0)),
});

/** How loud somebody hears the music on this machine, and how far they got. */
export type PlayerMemory = z.infer<typeof playerMemory>;

const KEY = 'musicPlayer';

/** Undefined where nothing is known, or nothing that can be read. */
export function recallPlayer(): PlayerMemory | undefined {
  try {
    return playerMemory.parse(JSON.parse(read(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function rememberPlayer(memory: PlayerMemory): void {
  write(KEY, JSON.stringify(memory));
}
