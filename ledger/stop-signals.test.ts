import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onStopSignals } from './stop-signals.ts';

/** What a program is told when it gets signals at some milliseconds. */
function toldOf(...signals: readonly (readonly [signal: 'SIGINT' | 'SIGTERM', at: number])[]): string[] {
  const source = new EventEmitter();
  const told: string[] = [];
  let now = 0;
  onStopSignals(
    { onFirst: () => void told.push(`first at ${now}`), onAgain: () => void told.push(`again at ${now}`) },
    source,
    () => now,
  );
  for (const [signal, at] of signals) {
    now = at;
    source.emit(signal);
  }
  return told;
}

test('Ctrl-C under npm, which hands on what the terminal has told the program as well, is told once', () => {
  expect(toldOf(['SIGINT', 5], ['SIGINT', 7])).toEqual(['first at 5']);
  expect(toldOf(['SIGINT', 5], ['SIGTERM', 1_004])).toEqual(['first at 5']);
});

test('a signal that comes a second after the first one, or later, is of somebody who does not wait any more', () => {
  expect(toldOf(['SIGTERM', 5], ['SIGINT', 1_005])).toEqual(['first at 5', 'again at 1005']);
  expect(toldOf(['SIGINT', 0], ['SIGINT', 3], ['SIGINT', 5_000], ['SIGINT', 5_001])).toEqual([
    'first at 0',
    'again at 5000',
    'again at 5001',
  ]);
});
