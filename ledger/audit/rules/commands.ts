import type { EventMetadata } from '../../../contracts/events/event.ts';
import { canonicalOfParsed } from '../../proof/audit/parsed-json.ts';
import { SEALS_STREAM } from '../../proof/audit/seals.ts';
import { contentHash, formerId, ownId } from '../own-id.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';
import { UuidSet } from './uuid-set.ts';
import { must, ShownByItself } from './violation.ts';

/** The event before, of whatever stream but that of the seals, and its place among those of its command. */
type Before = { readonly stream: number; readonly metadata: EventMetadata; readonly place: number };

/**
 * One effect a command: its events stand one behind the other in a stream, with nothing but seals in between, with
 * one input, by one hand and at one time, and never again there. Their ids follow from the command, their place and
 * their content, so an event that was altered shows by itself.
 */
export function commands(): Rule {
  const done = new UuidSet();
  let before: Before | undefined;
  return {
    name: 'commands',
    add(event, _, stream) {
      const { metadata } = event;
      const beside = before?.stream === stream && isOneCommand(before, metadata) ? before : undefined;
      const place = beside ? beside.place + 1 : 0;
      // Where a seal stands among events that it does not cover means nothing.
      if (event.stream !== SEALS_STREAM) before = { stream, metadata, place };
      if (beside) {
        must(
          beside.metadata.inputHash === metadata.inputHash,
          () => `${named(event)} is of another request under the same key`,
        );
        must(
          isOneAct(beside.metadata, metadata),
          () =>
            `${named(event)} says of its command who did it, when or why, and the event before says otherwise`,
        );
      } else {
        must(
          done.add(metadata.commandId, stream),
          () => `${named(event)} is a second effect of one command, or stands apart from its other events`,
        );
      }
      if (event.place === place || hasOwnId(event, place)) return;
      throw new ShownByItself(
        `${named(event)}: its id is not the one of its content: type, data, metadata or id was altered`,
      );
    },
  };
}

const isOneCommand = ({ metadata }: Before, { commandId }: EventMetadata) => metadata.commandId === commandId;

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

function hasOwnId(event: AuditedEvent, place: number): boolean {
  const { stream, id, type } = event;
  const { commandId } = event.metadata;
  const { data, metadata } = event.written ?? event;
  const texts = { data: canonicalOfParsed(data), metadata: canonicalOfParsed(metadata) };
  if (id === ownId(stream, place, commandId, contentHash(type, texts))) return true;
  return id === formerId(stream, place, commandId);
}
