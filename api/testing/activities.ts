import type { AdminClient } from './admin.ts';
import type { Answer } from './client.ts';

/** A line of the panel's history. */
export type Activity = {
  readonly id: string;
  readonly action_type: string;
  readonly performed_by_wallet: string;
  readonly description: string;
  readonly details: Record<string, unknown>;
  readonly undoable: boolean;
};

/** The last hundred lines, newest first, once the read models have what the answer `after` did. */
export async function historyOf(admin: AdminClient, after?: { headers: Headers }): Promise<Activity[]> {
  const path = '/api/admin/activity-history?limit=100';
  return (await admin.get<{ activities: Activity[] }>(path, after)).body.activities;
}

/**
 * The newest line of a type, with what the answer did.
 * @throws Error where there is none
 */
export async function actOf(admin: AdminClient, answer: Answer, type: string): Promise<Activity> {
  const act = (await historyOf(admin, answer)).find(({ action_type }) => action_type === type);
  if (!act) throw new Error(`no ${type} in the history`);
  return act;
}
