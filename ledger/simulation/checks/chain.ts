import { must } from '../../audit/rules/violation.ts';
import { storedHash } from '../../envelope.ts';
import type { Landed } from '../world/memory-log.ts';

/** Each event names the one before it, has an id of its own, and each command has one effect on a stream. */
export function chainCheck(): (landed: Landed) => void {
  const lastHash = new Map<string, string>();
  const ids = new Set<string>();
  /** By stream and command, the append that holds its effect, and what was asked. */
  const effects = new Map<string, { readonly append: number; readonly inputHash: string }>();
  return ({ event, append }) => {
    const { stream, id, metadata, type } = event;
    const named = `${type} at ${stream}:${event.revision}`;
    must(metadata.prevHash === (lastHash.get(stream) ?? null), `${named} does not name the event before it`);
    lastHash.set(stream, storedHash(event));
    must(!ids.has(id), `${named} stands in the ledger twice`);
    ids.add(id);
    const key = `${stream} ${metadata.commandId}`;
    const effect = effects.get(key) ?? { append, inputHash: metadata.inputHash };
    effects.set(key, effect);
    must(effect.append === append, `${named} is a second effect of one command`);
    must(effect.inputHash === metadata.inputHash, `${named} is of another request under the same key`);
  };
}
