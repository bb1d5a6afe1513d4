import { expect, test } from 'vitest';
import { bareAddress } from './bare-address.ts';

test.each([
  ['https://log.example', 'https://log.example'],
  ['https://log.example/', 'https://log.example'],
  ['https://log.example/api/ledger///', 'https://log.example/api/ledger'],
  ['https://log.example//api', 'https://log.example//api'],
  ['', ''],
])('%j without the slashes at its end is %j', (address, bare) => {
  expect(bareAddress(address)).toBe(bare);
});
