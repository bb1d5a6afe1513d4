import { hash } from 'node:crypto';
import type { Canonical } from '../../proof/audit/ledger-audit.ts';
import { canonicalOfParsed } from '../../proof/audit/parsed-json.ts';
import { type AuditedEvent, named, type Rule } from './rule.ts';
import { UuidSet } from './uuid-set.ts';
import { must } from './violation.ts';

/** The command whose events end a stream. */
type Last = { commandId: string; inputHash: string; index: number; readonly number: number };

/**
 * One effect a command: its events stand one behind the other in a stream, with one input, and never again there. Their
 * ids follow from the command, their place and their content, so an event that was altered shows by itself.
 */
export function commands(): Rule {
  const last = new Map<string, Last>();
  const done = new UuidSet();
  return {
    name: 'commands',
    add(event) {
      const { stream, id, type } = event;
      const { commandId, inputHash } = event.metadata;
      const before = last.get(stream);
      const isSame = before?.commandId === commandId;
      must(
        !isSame || before.inputHash === inputHash,
        `${named(event)} is of another request under the same key`,
      );
      const number = before?.number ?? last.size;
      if (!isSame) must(done.add(commandId, number), `${named(event)} is a second effect of one command`);
      const index = isSame ? before.index + 1 : 0;
      if (before) Object.assign(before, { commandId, inputHash, index });
      else last.set(stream, { commandId, inputHash, index, number });

      const { data, metadata } = event.canonical ?? canonicalOf(event);
      const text = `${type}\n${data}\n${metadata}`;
      const isOwn = id === uuidV5(`${stream}/${index}/${hash('sha256', text)}`, commandId);
      // The first version's ids did not cover the content.
      const isFormer = !isOwn && id === uuidV5(`${stream}/${index}`, commandId);
      must(
        isOwn || isFormer,
        `${named(event)}: its id is not the one of its content: type, data, metadata or id was altered`,
      );
    },
  };
}

function canonicalOf(event: AuditedEvent): Canonical {
  const { data, metadata } = event.written ?? event;
  return { data: canonicalOfParsed(data), metadata: canonicalOfParsed(metadata) };
}

/** As `uuid`'s, several times as fast: an audit makes one for each event. */
function uuidV5(name: string, namespace: string): string {
  const bytes = Buffer.from(`${namespace.replaceAll('-', '')}${Buffer.from(name).toString('hex')}`, 'hex');
  const digest = hash('sha1', bytes);
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
