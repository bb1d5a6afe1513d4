import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { explainFigure, getHistory } from '../../../contracts/api/ledger.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { DayRow, FigureLine } from '../../../projector/read-models/history/queries.ts';

export function presentFigureLine(line: FigureLine): ResponseOf<typeof explainFigure>['lines'][number] {
  const { eventId, position, eventType, description, change, after, createdAt } = line;
  return {
    eventId,
    ledgerPosition: formatPosition(position),
    eventType,
    description,
    change: formatEvo(change),
    after: formatEvo(after),
    createdAt: createdAt.toISOString(),
  };
}

export function presentDay(row: DayRow): ResponseOf<typeof getHistory>['days'][number] {
  const { day, totalRewards, claimedRewards } = row;
  return {
    day,
    totalRewards: formatEvo(totalRewards),
    claimedRewards: formatEvo(claimedRewards),
    pendingRewards: formatEvo(totalRewards - claimedRewards),
  };
}
