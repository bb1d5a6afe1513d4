import { test } from 'vitest';
import { killAppends } from './testing/kill-appends.ts';

test('12 times kill -9 in the middle of appends: nothing acknowledged is lost, nothing is doubled', () =>
  killAppends(12));
