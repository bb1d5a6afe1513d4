import type { AccountEvent } from '../../../contracts/events/account.ts';
import { parseStream } from '../../../contracts/events/ledger-event.ts';
import { must } from '../../audit/rules/violation.ts';
import type { MemoryLog } from '../world/memory-log.ts';

/**
 * Once all is quiet: what was sealed before an erasure opens no more, and what was given since does.
 * @param keys by account
 */
export function checkErasures(log: MemoryLog, keys: ReadonlyMap<string, string>): void {
  const before = new Map<string, string[]>();
  const since = new Map<string, string[]>();
  for (const { event } of log.landed) {
    const stream = parseStream(event.stream);
    if (stream?.category !== 'account') continue;
    // An account's stream holds account events only.
    const { type, data } = event as unknown as AccountEvent;
    const given = since.get(stream.id) ?? [];
    since.set(stream.id, given);
    if (type === 'EmailSignedUp') given.push(data.sealedEmail);
    if (type === 'SocialConnected' && data.sealedHandle) given.push(data.sealedHandle);
    if (type !== 'PersonalDataErased') continue;
    before.set(stream.id, [...(before.get(stream.id) ?? []), ...given]);
    since.set(stream.id, []);
  }
  for (const [userId, given] of since) {
    const key = keys.get(userId);
    must(
      given.every((sealed) => sealed === key),
      `what account ${userId} has given opens no more`,
    );
    const isKept = key !== undefined && before.get(userId)?.includes(key);
    must(!isKept, `account ${userId} was erased, and its key is there`);
  }
}
