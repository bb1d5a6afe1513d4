import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../lib/api/testing/rendered.ts';

const { call, told } = vi.hoisted(() => ({ call: vi.fn(), told: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({
  api: { call },
  shownWallet: () => '0xA11CE',
  queryClient: { invalidateQueries: vi.fn() },
}));
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
vi.mock('../../../lib/toast/toast.ts', () => ({ showError: told, toasts: {} }));

// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { NoAnswer } = await import('../../../lib/api/api-error.ts');
const { useCheckIn } = await import('./use-check-in.ts');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});

const MOMENTS = ['2026-03-01T23:59:58Z', '2026-03-01T23:59:59Z', '2026-03-02T00:00:01Z'];

test('a check-in that got no answer before midnight is another one than that of the new day', async () => {
  call.mockRejectedValue(new NoAnswer(new Error('gone')));
  vi.setSystemTime(new Date('2026-03-01T23:59:50Z'));
  let checkIn = (): void => {};
  rendered(() => {
    ({ checkIn } = useCheckIn());
    return null;
  });
  // The page is drawn once: nothing on it has told of the new day yet.
  for (const [at, moment] of MOMENTS.entries()) {
    vi.setSystemTime(new Date(moment));
    checkIn();
    await expect.poll(() => told.mock.calls.length).toBe(at + 1);
  }
  const [first, again, tomorrow] = call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
  expect(again).toBe(first);
  expect(tomorrow).not.toBe(first);
});
