import type { Actor, EventMetadata, Right } from '../../../contracts/events/event.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { formatPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { type DecidedEvent, type Envelope, type EnvelopedEvent, envelop } from '../../envelope.ts';
import { eventId } from '../../event-id.ts';
import { effectIds } from '../../mass-acts/effect-ids.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { canonicalJson } from '../../proof/canonical-json.ts';
import { eventHash } from '../../proof/event-hash.ts';

type Caused = { readonly process: string; readonly commit: bigint; readonly prepare?: bigint };

export type Appended = DecidedEvent & {
  readonly stream: string;
  readonly actor?: Actor;
  readonly right?: Right;
  readonly occurredAt?: string;
  /** A new one unless given. */
  readonly commandId?: string;
  /** `prepare` as `commit` unless given. What a process does has its own unless given; null for none. */
  readonly cause?: Caused | null;
  /** Of the command's own, or of the request that an act on all accounts goes back to, unless given. */
  readonly correlationId?: string;
  /** Of a release of before; the newest unless given. */
  readonly schemaVersion?: number;
};

/** The ledger with more events at its end, each by a command of its own unless it names one (events of one stand together): what the handler writes, without its decisions. */
export function appendEvents(
  events: readonly ExportedEvent[],
  more: readonly Appended[],
): readonly ExportedEvent[] {
  const all = [...events];
  for (const one of more) {
    const { stream, type, data, actor = { kind: 'user' } as const, right, schemaVersion } = one;
    const { cause, metadata: causedBy } = causeIn(all, one);
    const { commandId = crypto.randomUUID() } = one;
    const last = all.findLast((event) => event.stream === stream);
    const place = placeBehind(all, stream, commandId);
    const end = last && {
      revision: BigInt(last.revision),
      hash: eventHash({ ...last, revision: BigInt(last.revision) }),
    };
    const envelope: Envelope = {
      stream,
      commandId,
      inputHash: '0'.repeat(64),
      actor,
      occurredAt: one.occurredAt ?? causedBy?.occurredAt ?? '2026-03-01T10:00:00.000Z',
      correlationId: one.correlationId ?? causedBy?.correlationId ?? commandId,
      ...(right && { right }),
      ...(cause && {
        cause: {
          process: cause.process,
          position: { commit: cause.commit, prepare: cause.prepare ?? cause.commit },
        },
      }),
    };
    const [newest] = envelop([{ type, data }], envelope, end).events;
    if (!newest) throw new Error('one event was enveloped');
    const written = asOf(newest, stream, place, schemaVersion ?? newest.metadata.schemaVersion);
    const commit = (parsePosition(all.at(-1)?.position ?? '')?.commit ?? 0n) + 100n;
    const position = formatPosition({ commit, prepare: commit });
    const { id, metadata } = written;
    all.push({ position, id, type, stream, revision: end ? Number(end.revision) + 1 : 0, data, metadata });
  }
  return all;
}

type Causing = { readonly cause?: Caused; readonly metadata?: EventMetadata };

/** What a process names that acts on the ledger so far: the request of its act, or what a friend has done; else the last event. */
function causeIn(all: readonly ExportedEvent[], one: Appended): Causing {
  const process = processOf(one);
  if (one.cause === null || process === undefined) return one.cause ? { cause: one.cause } : {};
  const by = process === MASS_ACTS ? (requestOf(all, one) ?? all.findLast(isRequest)) : earningOf(all, one);
  const commit = parsePosition((by ?? all.at(-1))?.position ?? '')?.commit ?? 0n;
  const cause = one.cause ?? { process, commit };
  // Metadata of an event that this file or the program has written.
  return { cause, ...(by && { metadata: by.metadata as EventMetadata }) };
}

/** For which somebody is paid who has brought a friend, or was brought. */
function earningOf(all: readonly ExportedEvent[], { stream, data }: Appended): ExportedEvent | undefined {
  const [source, ref] = ['source', 'ref'].map((name) => String(Reflect.get(data, name)));
  if (source === 'referral_commission') return all.find(({ id }) => id === ref);
  const acts = all.filter((event) => isOfFriend(all, event) && isAct(event));
  if (source === 'referral_weekly')
    return acts.findLast((act) => streamOf('account', referrerIn(all, act) ?? '') === stream);
  const friend = source === 'referral' ? streamOf('account', ref ?? '') : stream;
  return acts.find((act) => act.stream === friend && act.type !== 'CheckedIn');
}

const ACTS = ['CheckedIn', 'SocialConnected', 'TaskVerified', 'EmailVerified'];
const isAct = ({ type }: ExportedEvent) => ACTS.includes(type);
const isOfFriend = (all: readonly ExportedEvent[], act: ExportedEvent) => referrerIn(all, act) !== undefined;

function referrerIn(all: readonly ExportedEvent[], { stream }: ExportedEvent): string | undefined {
  const opened = all.find((event) => event.stream === stream && event.type === 'AccountOpened');
  const referrerId: unknown = Reflect.get(Object(opened?.data), 'referrerId');
  return typeof referrerId === 'string' ? referrerId : undefined;
}

const MASS_ACTS = 'mass-act-requests';
const isRequest = ({ type }: ExportedEvent) => /^Mass.*Requested$/.test(type);
const requestIdOf = ({ data }: { readonly data: unknown }) => String(Reflect.get(Object(data), 'requestId'));

function requestOf(all: readonly ExportedEvent[], one: Appended): ExportedEvent | undefined {
  const userId = one.stream.replace(/^account-/, '');
  return all.findLast((event) => {
    if (!isRequest(event)) return false;
    const requestId = requestIdOf(event);
    const isOfIt = effectIds(userId, requestId).includes(one.commandId ?? '');
    return isOfIt || requestIdOf(one) === requestId;
  });
}

function processOf({ type, data, actor, schemaVersion }: Appended): string | undefined {
  if (schemaVersion === 1) return undefined;
  const source = String(Reflect.get(data, 'source'));
  if (/^Mass.*Completed$|^RewardsRe(set|stored)$/.test(type)) return MASS_ACTS;
  if (type === 'BalanceCleared' && actor?.kind === 'system') return MASS_ACTS;
  if (type !== 'RewardGranted' || !source.startsWith('referral')) return undefined;
  return source === 'referral_friend' ? 'referral-friend' : 'referral-rewards';
}

/** How many events of the command stand at the end of the stream. */
function placeBehind(events: readonly ExportedEvent[], stream: string, commandId: string): number {
  const own = events.filter((event) => event.stream === stream);
  const before = own.findLastIndex(
    ({ metadata }) => Reflect.get(Object(metadata), 'commandId') !== commandId,
  );
  return own.length - before - 1;
}

/** The event at that place of its command, as a release wrote it that knew no later version of its type. */
function asOf(
  { type, data, metadata }: EnvelopedEvent,
  stream: string,
  place: number,
  schemaVersion: number,
): EnvelopedEvent {
  const then = { ...metadata, schemaVersion };
  const content = { type, data: canonicalJson(data), metadata: canonicalJson(then) };
  return { type, data, metadata: then, id: eventId(stream, place, metadata.commandId, content) };
}
