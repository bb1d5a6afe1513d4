import type { EventEmitter } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Milliseconds in which a signal that comes again is the same one. Of Ctrl-C a terminal tells every process of the group,
 * and npm hands what it was told on to the program that it has started.
 * @see https://github.com/npm/run-script/blob/v10.0.0/lib/signal-manager.js
 */
const SAME_MS = 1_000;

type StopSignals = {
  /** Told once. */
  readonly onFirst: () => void;
  /** Told when somebody does not want to wait any more; ends the process unless given. */
  readonly onAgain?: () => void;
};

/** Listens for SIGINT and SIGTERM for as long as the process lasts. */
export function onStopSignals(
  { onFirst, onAgain = () => process.exit(1) }: StopSignals,
  source: EventEmitter = process,
  now: () => number = () => performance.now(),
): void {
  let first: number | undefined;
  const told = () => {
    if (first === undefined) {
      first = now();
      onFirst();
    } else if (now() - first >= SAME_MS) onAgain();
  };
  for (const signal of SIGNALS) source.on(signal, told);
}
