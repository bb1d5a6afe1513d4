import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { canonicalJson } from '../../proof/canonical-json.ts';
import { eventHash } from '../../proof/event-hash.ts';

/**
 * What somebody does who holds the whole ledger and alters one event on purpose: the ids and hashes of all that stands
 * behind it are made anew, and whatever names an event by its id names the new one. Without seals, which are signed.
 */
export function forgeFrom(
  events: readonly ExportedEvent[],
  number: number,
  alter: (data: Record<string, unknown>, metadata: Record<string, unknown>) => void,
): readonly ExportedEvent[] {
  const renamed = new Map<string, string>();
  const ends = new Map<
    string,
    { readonly hash: string; readonly commandId: unknown; readonly index: number }
  >();
  return events.map((event, at) => {
    const named = (text: string) => renamed.get(text) ?? text;
    // What JSON wrote from an object it reads as one.
    const data = JSON.parse(JSON.stringify(event.data), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll(UUID, named) : value,
    ) as Record<string, unknown>;
    const metadata = JSON.parse(JSON.stringify(event.metadata)) as Record<string, unknown>;
    if (at === number) alter(data, metadata);
    const { stream, type, revision } = event;
    const end = ends.get(stream);
    const { commandId } = metadata;
    const index = end && end.commandId === commandId ? end.index + 1 : 0;
    metadata.prevHash = end?.hash ?? null;
    const text = `${type}\n${canonicalJson(data)}\n${canonicalJson(metadata)}`;
    const content = createHash('sha256').update(text).digest('hex');
    const id = uuidv5(`${stream}/${index}/${content}`, String(commandId));
    if (id !== event.id) renamed.set(event.id, id);
    const forged = { ...event, id, data, metadata };
    ends.set(stream, { hash: eventHash({ ...forged, revision: BigInt(revision) }), commandId, index });
    return forged;
  });
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
