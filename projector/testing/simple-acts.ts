import { formatEvo, parseEvo } from '../../contracts/money.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import type { Row } from './simple-fold.ts';

type Act = Partial<
  Record<
    'key' | 'undoes' | 'user' | 'subject' | 'amount' | 'reason' | 'count' | 'number' | 'completed',
    string
  >
>;

/** What admins did, of the plain fold: one act after the other, and how those under way came out. */
export class SimpleActs {
  readonly #acts: { event: RecordedEvent; type: string; wallet: string | undefined; act: Act }[] = [];

  get rows(): Row[] {
    return this.#acts.map(({ event, type, wallet, act }) => [
      String(event.position.commit),
      String(event.position.prepare),
      event.id,
      type,
      wallet ?? null,
      event.metadata.occurredAt,
      act.key ?? `event/${event.id}`,
      act.undoes ?? null,
      act.user ?? null,
      act.subject ?? null,
      act.amount ?? null,
      act.reason?.replaceAll('\0', '\u{fffd}') ?? null,
      act.count ?? null,
      act.number ?? null,
      act.completed ?? null,
    ]);
  }

  add(event: RecordedEvent): void {
    const { actor } = event.metadata;
    const note = (type: string, act: Act, wallet = actor.wallet) => {
      this.#acts.push({ event, type, wallet, act });
    };
    const end = (key: string, more: Act) => {
      for (const { act } of this.#acts)
        if (act.key === key) Object.assign(act, { completed: 'true', ...more });
    };
    if (event.stream.startsWith('account-')) {
      const isApproved = event.type === 'RewardGranted' && /^request:/.test(event.data.ref ?? '');
      if (actor.kind === 'admin' || isApproved) this.#onAccount(event, note);
      return;
    }
    switch (event.type) {
      case 'AdminAdded':
        note('admin_added', { subject: event.data.wallet }, event.data.addedBy);
        break;
      case 'AdminRemoved':
        note('admin_removed', { subject: event.data.wallet }, event.data.removedBy);
        break;
      case 'AuditorAdded':
        note('auditor_added', { subject: event.data.wallet }, event.data.addedBy);
        break;
      case 'AuditorRemoved':
        note('auditor_removed', { subject: event.data.wallet }, event.data.removedBy);
        break;
      case 'MassClearRequested':
        note('balance_cleared', massAct(event.data));
        break;
      case 'MassResetRequested':
        note('rewards_reset_all', massAct(event.data));
        break;
      case 'MassRestoreRequested':
        note('act_undone', { ...massAct(event.data), undoes: `mass/${event.data.resetId}` });
        break;
      case 'MassClearCompleted':
      case 'MassResetCompleted':
      case 'MassRestoreCompleted':
        {
          const { requestId, count, total } = event.data;
          end(`mass/${requestId}`, { count: String(count), amount: total });
        }
        break;
      case 'RewardRequested':
        {
          const { userId: user, amount, reason, above } = event.data;
          note('reward_requested', { key: event.stream, user, subject: above, amount, reason });
        }
        break;
      case 'RewardApproved':
        note('reward_approved', { user: event.data.userId, amount: event.data.amount });
        break;
      case 'RewardDeclined':
        {
          const { userId: user, amount, reason } = event.data;
          note('reward_declined', { user, amount, reason });
        }
        break;
      case 'RaffleCommitted':
        {
          const { number, amounts } = event.data;
          note('raffle_run', {
            key: event.stream,
            number: String(number),
            count: String(amounts.length),
            amount: formatEvo(amounts.map(parseEvo).reduce((sum, one) => sum + one)),
            completed: 'false',
          });
        }
        break;
      case 'RaffleDrawn':
        end(event.stream, {});
        break;
      case 'RaffleFailed':
        end(event.stream, { reason: event.data.reason });
        break;
      case 'DataExported':
        note('data_exported', { subject: event.data.kind, count: String(event.data.count) });
        break;
      case 'MusicTrackAdded':
        if (event.metadata.actor.kind !== 'system') note('music_added', { subject: event.data.trackId });
        break;
      case 'MusicTrackRemoved':
        note('music_removed', { subject: event.data.trackId });
        break;
      case 'AccessDenied':
        note('access_denied', { subject: event.data.action.replaceAll('\0', '\u{fffd}') });
        break;
      case 'DenialsCounted': {
        const { count, wallets: number, most } = event.data;
        const reason = most.reduce((text, one) => `${text}, ${one.wallet}: ${one.count}`, '').slice(2);
        note('access_denied', { count: String(count), number: String(number), reason });
      }
    }
  }

  #onAccount(event: RecordedEvent, note: (type: string, act: Act) => void): void {
    const user = event.stream.slice('account-'.length);
    switch (event.type) {
      case 'RewardGranted':
        {
          const { grantId, amount, source, reason, ref } = event.data;
          const undone = /^undo:(.*)$/s.exec(ref ?? '')?.[1];
          if (undone !== undefined) note('act_undone', { user, amount, reason, undoes: `event/${undone}` });
          else if (source === 'admin' || source === 'raffle')
            note('reward_sent', { key: `grant/${grantId}`, user, subject: source, amount, reason });
        }
        break;
      case 'RewardRevoked':
        {
          const { grantId, amount, reason } = event.data;
          note('act_undone', { user, amount, reason, undoes: `grant/${grantId}` });
        }
        break;
      case 'BalanceCleared':
        note('balance_cleared', { user, ...event.data });
        break;
      case 'ClaimsHeld':
        {
          const { holdId, reason, again } = event.data;
          const undoes = again === undefined ? {} : { undoes: `release/${again}` };
          note('claims_held', { key: `hold/${holdId}`, user, reason, ...undoes });
        }
        break;
      case 'ClaimsReleased':
        {
          const { holdId, reason } = event.data;
          note('claims_released', { key: `release/${holdId}`, undoes: `hold/${holdId}`, user, reason });
        }
        break;
      case 'AccountRemoved':
        note('user_removed', { user, ...event.data });
        break;
      case 'AccountReinstated':
        note('act_undone', { user });
    }
  }
}

function massAct({ requestId, reason }: { readonly requestId: string; readonly reason: string }): Act {
  return { key: `mass/${requestId}`, subject: 'all', reason, completed: 'false' };
}
