import type { Actor, EventMetadata } from '../../../contracts/events/event.ts';
import { eventSchemas } from '../../../contracts/events/ledger-event.ts';
import { METADATA } from '../../proof/audit/event-forms.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';

/** A line of an export, and where in it an event's data and metadata begin; both 0 where it was not recognised. */
export type WrittenEvent = {
  readonly text: string;
  readonly from: number;
  readonly dataAt: number;
  readonly metadataAt: number;
};

/**
 * The event of a line that `EventForms` has recognised, so that each member stands where the form has it: its data are
 * parsed, and all else is cut out of the text, which takes a fraction of the time. The text stays in memory as long as
 * one of these pieces does: who keeps an id or what stands in metadata for longer makes its own copy of it (`ownText`).
 * Events that rules keep as a whole, those of streams of which there are few, are parsed.
 * @returns undefined for an event that is to be parsed
 */
export function recognisedEvent({ text, from, dataAt, metadataAt }: WrittenEvent): ExportedEvent | undefined {
  if (metadataAt === 0) return undefined;
  const positionAt = from + '{"position":"'.length;
  const positionEnd = text.indexOf('"', positionAt);
  const idAt = positionEnd + '","id":"'.length;
  const idEnd = idAt + UUID_LENGTH;
  const typeAt = idEnd + '","type":"'.length;
  const typeEnd = text.indexOf('"', typeAt);
  const streamAt = typeEnd + '","stream":"'.length;
  if (!OF_MANY.some((prefix) => text.startsWith(prefix, streamAt))) return undefined;
  const streamEnd = text.indexOf('"', streamAt);
  const revisionAt = streamEnd + '","revision":'.length;
  const type = text.slice(typeAt, typeEnd);
  return {
    position: text.slice(positionAt, positionEnd),
    id: text.slice(idAt, idEnd),
    type: TYPES.get(type) ?? type,
    stream: text.slice(streamAt, streamEnd),
    revision: Number(text.slice(revisionAt, text.indexOf(',', revisionAt))),
    data: JSON.parse(text.slice(dataAt, metadataAt - METADATA.length)),
    metadata: metadataIn(text, metadataAt),
  };
}

const UUID_LENGTH = 36;
/** What the names of streams begin with of which there are as many as accounts. */
const OF_MANY: readonly string[] = ['account-', 'wallet-', 'social-', 'email-', 'username-'];
/** The program's own texts: two of them are the same without a look at their letters. */
const TYPES: ReadonlyMap<string, string> = new Map(Object.keys(eventSchemas).map((type) => [type, type]));

/** What most actors are, one for all of them. */
const USER: Actor = { kind: 'user' };
const USER_TEXT = JSON.stringify(USER);

/** Members in whatever order, without a space, and no mark or brace within a text. */
function metadataIn(text: string, from: number): EventMetadata {
  const found: { -readonly [Name in keyof EventMetadata]: EventMetadata[Name] } = {
    ...{ schemaVersion: 0, commandId: '', inputHash: '', actor: USER, occurredAt: '', prevHash: null },
    correlationId: '',
  };
  // From the brace or comma before a member to the one behind it.
  for (let at = from; text[at] !== '}'; ) {
    const nameAt = at + 2;
    const nameEnd = text.indexOf('"', nameAt);
    const valueAt = nameEnd + 2;
    at = valueEnd(text, valueAt);
    // There are no other names, and these differ in their first letter and their length.
    switch (text[nameAt]) {
      case 's':
        found.schemaVersion = Number(text.slice(valueAt, at));
        break;
      case 'i':
        found.inputHash = text.slice(valueAt + 1, at - 1);
        break;
      case 'o':
        found.occurredAt = text.slice(valueAt + 1, at - 1);
        break;
      case 'p':
        found.prevHash = text[valueAt] === '"' ? text.slice(valueAt + 1, at - 1) : null;
        break;
      case 'a':
        if (!text.startsWith(USER_TEXT, valueAt)) found.actor = JSON.parse(text.slice(valueAt, at));
        break;
      case 'r':
        found.right = JSON.parse(text.slice(valueAt, at));
        break;
      default:
        if (nameEnd - nameAt === 'commandId'.length) found.commandId = text.slice(valueAt + 1, at - 1);
        else if (nameEnd - nameAt === 'cause'.length) found.cause = JSON.parse(text.slice(valueAt, at));
        else found.correlationId = text.slice(valueAt + 1, at - 1);
    }
  }
  return found;
}

/** Behind the last character of a value. */
function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return text.indexOf('"', from + 1) + 1;
  if (text[from] === '{') return text.indexOf('}', from) + 1;
  let end = from + 1;
  while (text[end] !== ',' && text[end] !== '}') end += 1;
  return end;
}
