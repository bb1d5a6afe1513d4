import type { EventMetadata } from '../../../contracts/events/event.ts';
import { canonicalOfParsed } from '../../proof/audit/parsed-json.ts';
import { SEALS_STREAM } from '../../proof/audit/seals.ts';
import { withRoom } from '../../proof/audit/stream-numbers.ts';
import { contentHash, formerId, ownId } from '../own-id.ts';
import { putHex } from './hex-words.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';

import { UuidSet } from './uuid-set.ts';
import { must, ShownByItself } from './violation.ts';

/** 32-bit words of a stream's last command: its id, the hash of its input, and how many events it has. */
const [ID, INPUT, COUNT, WORDS] = [0, 4, 12, 13];

/**
 * One effect a command: its events stand one behind the other in a stream, with nothing but seals in between, with
 * one input, by one hand and at one time, and never again there. Their ids follow from the command, their place and
 * their content, so an event that was altered shows by itself. Of a stream it keeps 52 bytes beside its number, of a
 * command 20.
 */
export function commands(): Rule {
  let lasts = new Uint32Array(1024 * WORDS);
  const now = new Uint32Array(WORDS);
  const done = new UuidSet();
  /** The event before, of whatever stream but that of the seals. */
  let before: { readonly stream: number; readonly metadata: EventMetadata } | undefined;
  return {
    name: 'commands',
    add(event, _, stream) {
      const { metadata } = event;
      const { commandId, inputHash } = metadata;
      const beside = before?.stream === stream ? before.metadata : undefined;
      // Where a seal stands among events that it does not cover means nothing.
      if (event.stream !== SEALS_STREAM) before = { stream, metadata };
      lasts = withRoom(lasts, stream, WORDS);
      const at = stream * WORDS;
      putHex(commandId, now, ID, 4);
      putHex(inputHash, now, INPUT, 8);
      const place = isSame(lasts, at + ID, now, ID, 4) ? (lasts[at + COUNT] ?? 0) : 0;
      must(
        place === 0 || isSame(lasts, at + INPUT, now, INPUT, 8),
        () => `${named(event)} is of another request under the same key`,
      );
      must(
        place === 0 || beside !== undefined,
        () => `${named(event)} stands apart from the other events of its command`,
      );
      must(
        place === 0 || !beside || isOneAct(beside, metadata),
        () =>
          `${named(event)} says of its command who did it, when or why, and the event before says otherwise`,
      );
      if (place === 0)
        must(done.addWords(now, stream), () => `${named(event)} is a second effect of one command`);
      now[COUNT] = place + 1;
      lasts.set(now, at);
      if (event.place === place || hasOwnId(event, place)) return;
      throw new ShownByItself(
        `${named(event)}: its id is not the one of its content: type, data, metadata or id was altered`,
      );
    },
  };
}

/** Written in one append, with one envelope. */
function isOneAct(a: EventMetadata, b: EventMetadata): boolean {
  return (
    a.occurredAt === b.occurredAt &&
    a.correlationId === b.correlationId &&
    a.actor.kind === b.actor.kind &&
    a.actor.wallet === b.actor.wallet &&
    a.right?.role === b.right?.role &&
    revisionOf(a) === revisionOf(b) &&
    a.cause?.process === b.cause?.process &&
    a.cause?.position === b.cause?.position
  );
}

const revisionOf = ({ right }: EventMetadata) => (right?.role === 'admin' ? right.adminsRevision : undefined);

function isSame(a: Uint32Array, atA: number, b: Uint32Array, atB: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (a[atA + word] !== b[atB + word]) return false;
  return true;
}

function hasOwnId(event: AuditedEvent, place: number): boolean {
  const { stream, id, type } = event;
  const { commandId } = event.metadata;
  const { data, metadata } = event.written ?? event;
  const texts = { data: canonicalOfParsed(data), metadata: canonicalOfParsed(metadata) };
  if (id === ownId(stream, place, commandId, contentHash(type, texts))) return true;
  return id === formerId(stream, place, commandId);
}
