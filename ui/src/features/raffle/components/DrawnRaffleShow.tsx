import type { ComponentProps } from 'react';
import { useQuery } from '../../../lib/api/use-query.ts';
import { raffleNamesQuery } from '../api/raffle-queries.ts';
import { RaffleShow } from './RaffleShow.tsx';

/** A show whose wheel has names of the raffle's own frozen entries; without any, those of its winners. */
export function DrawnRaffleShow(props: Omit<ComponentProps<typeof RaffleShow>, 'names' | 'entries'>) {
  const { raffleId, winners } = props.raffle;
  const { data, error } = useQuery(raffleNamesQuery(raffleId));
  const isWithout = error !== null || data?.names.length === 0;
  const names = isWithout ? winners.map(({ username }) => username) : (data?.names ?? []);
  return <RaffleShow {...props} names={names} entries={data?.entries ?? undefined} />;
}
