import { useEffect, useRef, useState } from 'react';
import { readMoment, timeOf } from './moment.ts';
import { useLedgerAddress } from './use-ledger-address.ts';

/** Milliseconds for which a slider stands still before the moment is asked about. */
const SETTLE_MS = 250;

export type Moment = {
  /** What the server is asked about: a position or a time; undefined: now, or nothing. */
  readonly asked: string | undefined;
  /** Where the hand is, also while it moves; undefined at the end, and where the address names no time. */
  readonly time: number | undefined;
  /** The address does not say yet where the hand is. */
  readonly isMoving: boolean;
  /** To another moment, once the hand stands still; undefined: the end. */
  readonly move: (time: number | undefined) => void;
  /** The same at once: for a button. */
  readonly go: (time: number | undefined) => void;
};

/** A moment that the address names, so that it can be shared and gone back to. */
export function useMoment(name: 'at' | 'since'): Moment {
  const { query, change } = useLedgerAddress();
  const asked = readMoment(query.get(name));
  const [moving, setMoving] = useState<{ readonly to: number | undefined }>();
  const settle = useRef(change);
  settle.current = change;

  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(() => {
      settle.current({ [name]: addressOf(moving.to) });
      setMoving(undefined);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [moving, name]);

  return {
    asked,
    time: moving ? moving.to : timeOf(asked),
    isMoving: moving !== undefined,
    move: (to) => setMoving({ to }),
    go(to) {
      setMoving(undefined);
      change({ [name]: addressOf(to) });
    },
  };
}

const addressOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();
