import { comparePositions } from '../../contracts/ledger-position.ts';
import type { SetAside, Unhandled } from '../processes/set-aside.ts';

type Row = Omit<Unhandled, 'reason' | 'failures'> & { readonly id: string; reason: string; failures: number };

/** As the one in Postgres, for the life of a test; what is in it can be looked at, and retried as an admin does. */
export type SetAsideInMemory = SetAside & {
  readonly rows: () => readonly Row[];
  readonly retry: (id: string) => void;
};

export function setAsideInMemory(): SetAsideInMemory {
  let rows: readonly Row[] = [];
  const change = (id: string, to: Partial<Row>) => {
    rows = rows.map((row) => (row.id === id ? { ...row, ...to } : row));
  };
  const waiting = (process: string, isLate: boolean) =>
    rows
      .filter((row) => row.process === process && row.state === 'waiting' && row.isLate === isLate)
      .toSorted((a, b) => comparePositions(a.event.position, b.event.position));
  const told = ({ id, event, lane, isLate }: Row) => {
    return { id, lane, isLate, eventId: event.id, position: event.position };
  };
  return {
    rows: () => rows,
    retry: (id) => change(id, { state: 'waiting', isLate: true }),
    known: async (process) =>
      rows.filter((row) => row.process === process).map(({ event }) => event.position),
    async add(unhandled) {
      const { process, event } = unhandled;
      const there = rows.find((row) => row.process === process && row.event.id === event.id);
      if (there && unhandled.state === 'parked')
        change(there.id, { state: 'parked', reason: unhandled.reason });
      if (there) return;
      rows = [...rows, { ...unhandled, id: crypto.randomUUID() }];
    },
    waitingLanes: async (process) => [...new Set(waiting(process, false).map(({ lane }) => lane))],
    async first(process, lane) {
      const row = waiting(process, false).find((one) => one.lane === lane);
      return row && told(row);
    },
    late: async (process, after, limit) =>
      waiting(process, true)
        .filter(({ event }) => !after || comparePositions(event.position, after) > 0)
        .slice(0, limit)
        .map(told),
    async handled(id) {
      rows = rows.filter((row) => row.id !== id || row.state === 'parked');
    },
    async failed(id, reason) {
      change(id, { reason, failures: (rows.find((row) => row.id === id)?.failures ?? 0) + 1 });
    },
    park: async (id, reason) => change(id, { state: 'parked', reason }),
  };
}
