import type { AccountEvent } from '../../../contracts/events/account.ts';
import { account } from '../../accounts/account.ts';
import type { AccountState } from '../../accounts/state.ts';
import { must } from '../../audit/rules/violation.ts';
import type { StoredEvent } from '../../envelope.ts';
import { canonicalJson } from '../../proof/canonical-json.ts';
import type { Landed, MemoryLog } from '../world/memory-log.ts';
import type { Asked, Watch } from './watch-handler.ts';

export type AnswersCheck = Pick<Watch, 'onAsked' | 'onResult' | 'onRefusal'> & {
  readonly onLanded: (landed: Landed) => void;
};

/**
 * What a handler says is what the ledger holds, to the last byte: who is told that it was done finds it there, who is
 * told of a refusal finds nothing, and who asks again is told the same.
 * @param sawThePast whether an errand was served a stale read: a refusal, or that there was nothing to do, may then
 *   be of the past, since nothing is written that the store could contradict
 */
export function answersCheck(log: MemoryLog, sawThePast: (errand: string) => boolean): AnswersCheck {
  const refused = new Set<string>();
  const nameOf = (errand: string, stream: string, commandId: string) => `${errand} ${stream} ${commandId}`;
  const effectOf = ({ stream, commandId }: Asked, since = log.landed.length) =>
    log
      .stream(stream)
      .filter(
        ({ metadata, position }) =>
          metadata.commandId === commandId && position.commit <= 100n * BigInt(since),
      );
  return {
    // Who was refused may look again what stood there, and ask once more.
    onAsked: ({ errand, stream, commandId }) => void refused.delete(nameOf(errand, stream, commandId)),
    onResult(asked, { events, before, after }) {
      const { stream, commandId, errand, since } = asked;
      const named = `what ${errand} was told of ${commandId} on ${stream}`;
      const effect = effectOf(asked);
      const isOver = asked.hasCause && events.length === 0;
      must(
        isOver ||
          events.length === effect.length ||
          (events.length === 0 && (effectOf(asked, since).length === 0 || sawThePast(errand))),
        `${named} is ${events.length} events, and the ledger holds ${effect.length}`,
      );
      if (events.length === 0) return;
      const [first] = effect;
      must(first !== undefined, `${named} is not in the ledger`);
      for (const [at, event] of events.entries()) {
        const stored = effect[at];
        must(
          stored !== undefined && bytesOf(event) === bytesOf(stored),
          `${named} is not what the ledger holds`,
        );
      }
      if (!stream.startsWith('account-')) return;
      const all = log.stream(stream);
      const from = Number(first.revision);
      // The decider of an account's stream is the account's.
      const states = [before, after] as [AccountState, AccountState];
      const folds = [foldOf(all.slice(0, from)), foldOf(all.slice(0, from + events.length))];
      for (const [at, what] of ['before', 'after'].entries()) {
        const [said, is] = [states[at], folds[at]];
        must(
          said !== undefined && is !== undefined && figures(said) === figures(is),
          `${named}: the state ${what} it is not the ledger's`,
        );
      }
    },
    onRefusal(asked, refusal) {
      const { stream, commandId, errand, since } = asked;
      // What several events may cause and is paid once (the bonus of a week) may have been paid for an earlier one.
      must(
        asked.hasCause || effectOf(asked, since).length === 0 || sawThePast(errand),
        `${errand} was refused (${refusal.code}) what the ledger holds on ${stream}`,
      );
      refused.add(nameOf(errand, stream, commandId));
    },
    onLanded({ event, sentBy }) {
      const { stream, metadata, type } = event;
      must(
        !refused.has(nameOf(sentBy, stream, metadata.commandId)),
        `${type} at ${stream}:${event.revision} was refused to ${sentBy} and landed`,
      );
    },
  };
}

function bytesOf({
  id,
  type,
  data,
  metadata,
}: Pick<StoredEvent, 'id' | 'type' | 'data' | 'metadata'>): string {
  return canonicalJson({ id, type, data, metadata });
}

function foldOf(events: readonly StoredEvent[]): AccountState {
  return (
    events
      .filter(({ type }) => type !== 'RevisionTaken')
      // An account's stream holds account events only.
      .reduce((state, event) => account.evolve(state, event as unknown as AccountEvent), account.initialState)
  );
}

function figures(state: AccountState): string {
  const {
    granted,
    claimed,
    opened,
    removed,
    username,
    usernameUse,
    walletAddress,
    email,
    resets,
    checkIn,
    socials,
    hold,
    erasures,
  } = state;
  return JSON.stringify([
    String(granted),
    String(claimed),
    opened,
    removed,
    username,
    usernameUse,
    walletAddress,
    email,
    resets,
    checkIn,
    socials,
    hold,
    erasures,
    [...state.tasks],
  ]);
}
