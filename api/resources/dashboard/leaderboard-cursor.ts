import { formatEvo, InvalidAmount, parseSum } from '../../../contracts/money.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import type { LeaderboardCursor } from '../../../projector/read-models/leaderboard/queries.ts';

const CURSOR = /^([0-9.]{1,79}):(.{36})$/;

/** `<total>:<userId>` of a page's last row; opaque to clients. */
export function formatLeaderboardCursor(last: LeaderboardCursor): string {
  return `${formatEvo(last.total)}:${last.userId}`;
}

/** Undefined when the text is no cursor. */
export function parseLeaderboardCursor(text: string): LeaderboardCursor | undefined {
  const [, total, userId] = CURSOR.exec(text) ?? [];
  if (total === undefined || !isUuid(userId)) return undefined;
  try {
    return { total: parseSum(total), userId };
  } catch (error) {
    if (error instanceof InvalidAmount) return undefined;
    throw error;
  }
}
