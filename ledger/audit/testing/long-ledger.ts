import type { AccountEvent } from '../../../contracts/events/account.ts';
import type { Actor } from '../../../contracts/events/event.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../../contracts/money.ts';
import { account } from '../../accounts/account.ts';
import type { AccountCommand } from '../../accounts/commands.ts';
import type { AccountState } from '../../accounts/state.ts';
import { type DecidedEvent, envelop, type StreamEnd } from '../../envelope.ts';
import type { ExportedEvent } from '../../proof/audit/exported-event.ts';
import { chanceOf } from '../../simulation/world/random.ts';
import { sealedHandle } from '../../testing/sealed-handle.ts';

/** Accounts that are there at the same time; each of them leaves after some twenty events, for a new one. */
const PRESENT = 1_000;
const LIFE = 12;
const DAY_MS = 24 * 3_600_000;
const ADMIN: Actor = { kind: 'admin', wallet: `0x${'5'.repeat(40)}` };

type Member = {
  readonly userId: string;
  readonly ends: Map<string, StreamEnd>;
  state: AccountState;
  turn: number;
};

/**
 * A sound ledger of any length, made by the account's decider: members open accounts, connect, do tasks, check in and
 * claim. It is made as it is read, so that a million events take no room.
 */
export function* longLedger(length: number): Generator<ExportedEvent> {
  const chance = chanceOf(1);
  const members: Member[] = [];
  let made = 0;
  let joined = 0;
  const at = () => new Date(Date.UTC(2026, 0, 1) + Math.floor(made / 20_000) * DAY_MS + made).toISOString();
  const append = function* (
    member: Member,
    stream: string,
    events: readonly DecidedEvent[],
    actor: Actor = { kind: 'user' },
  ) {
    const commandId = chance.uuid(`command/${made}`);
    const envelope = {
      stream,
      commandId,
      inputHash: '0'.repeat(64),
      actor,
      occurredAt: at(),
      correlationId: commandId,
    } as const;
    const { events: enveloped, end } = envelop(events, envelope, member.ends.get(stream));
    const from = member.ends.get(stream)?.revision ?? -1n;
    for (const [index, { id, type, data, metadata }] of enveloped.entries()) {
      made += 1;
      const position = `C:${made * 100}/P:${made * 100}`;
      yield { position, id, type, stream, revision: Number(from) + 1 + index, data, metadata };
    }
    if (end) member.ends.set(stream, end);
  };
  const tell = function* (member: Member, command: AccountCommand) {
    const events: AccountEvent[] = [...account.decide(command, member.state)];
    member.state = events.reduce(account.evolve, member.state);
    const actor = command.type === 'GrantReward' ? ADMIN : undefined;
    yield* append(member, streamOf('account', member.userId), events, actor);
  };
  const reserve = (member: Member, stream: string) =>
    append(member, stream, [{ type: 'Reserved', data: { userId: member.userId } }]);

  for (let n = 0; made < length; n++) {
    const seat = n % PRESENT;
    const known = members[seat];
    const member =
      known && known.turn < LIFE
        ? known
        : { userId: chance.uuid(`user/${joined++}`), ends: new Map(), state: account.initialState, turn: 0 };
    members[seat] = member;
    yield* turnOf(member, {
      reserve,
      tell,
      day: at().slice(0, 10),
      uuid: (name) => chance.uuid(`${name}/${made}`),
    });
    member.turn += 1;
  }
}

type Means = {
  readonly reserve: (member: Member, stream: string) => Generator<ExportedEvent>;
  readonly tell: (member: Member, command: AccountCommand) => Generator<ExportedEvent>;
  readonly day: string;
  readonly uuid: (name: string) => string;
};

function* turnOf(member: Member, { reserve, tell, day, uuid }: Means): Generator<ExportedEvent> {
  const { userId, turn, state } = member;
  const grantId = uuid('grant');
  if (turn === 0) {
    const walletAddress = `0x${userId.replaceAll('-', '')}${userId.slice(0, 8)}`;
    yield* reserve(member, streamOf('wallet', walletAddress));
    const welcome = { grantId, amount: parseEvo('100'), source: 'welcome', reason: 'Welcome bonus' } as const;
    yield* tell(member, { type: 'OpenAccount', walletAddress, welcome });
  } else if (turn === 1) {
    const platformUserId = userId;
    yield* reserve(member, streamOf('social', `twitter-${platformUserId}`));
    const social = {
      platform: 'twitter',
      ...sealedHandle(`handle_${platformUserId}`),
      platformUserId,
    } as const;
    yield* tell(member, { type: 'ConfirmSocial', ...social, method: 'oauth', grantId });
  } else if (turn === 2) {
    const task = {
      platform: 'twitter',
      taskType: 'follow',
      evidence: 'connection_status: following',
    } as const;
    yield* tell(member, { type: 'ConfirmTask', ...task, method: 'oauth', grantId });
  } else if (turn % 3 === 0) {
    yield* tell(member, { type: 'ClaimRewards', claimId: grantId, needs: 'nothing' });
  } else if (!state.checkIn || state.checkIn.day < day) {
    yield* tell(member, { type: 'CheckIn', day, grantId });
  } else {
    const amount = parseEvo('0.5');
    const reason = 'Well done';
    yield* tell(member, { type: 'GrantReward', grantId, amount, source: 'admin', reason });
  }
}
