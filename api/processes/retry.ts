import type { Parts } from '../http/serve.ts';
import { type Decided, type Decision, retrySetAside } from './set-aside-decisions.ts';

/**
 * Decides that a parked event is acted on once more, by the right that its admin has then.
 * @returns as `retrySetAside`
 * @throws NotAnAdmin, LedgerUnavailable
 */
export function retry(
  { policies, handler }: Pick<Parts, 'policies' | 'handler'>,
  decision: Decision,
): Promise<Decided> {
  return policies.decide(decision.by, handler.newDeadline(), (db) => retrySetAside(db, decision));
}
