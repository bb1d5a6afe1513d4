import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../lib/api/testing/rendered.ts';

const { call, askAgain, told } = vi.hoisted(() => ({ call: vi.fn(), askAgain: vi.fn(), told: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({
  api: { call },
  shownWallet: () => '0xA11CE',
  queryClient: { invalidateQueries: askAgain },
}));
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
vi.mock('../../../lib/toast/toast.ts', () => ({ showError: told, toasts: {} }));

// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { ApiError, NoAnswer } = await import('../../../lib/api/api-error.ts');
const { useConnectSocial } = await import('./use-connect-social.ts');

beforeEach(() => void vi.resetAllMocks());
afterAll(() => void vi.resetModules());

/** Until the person was told of it. */
async function fail(error: Error): Promise<void> {
  call.mockRejectedValue(error);
  let connect: (() => void) | undefined;
  rendered(() => {
    const command = useConnectSocial();
    connect = () => command.connect({ platform: 'twitter', handle: 'anna' }, () => {});
    return null;
  });
  connect?.();
  await expect.poll(() => told.mock.calls.length).toBe(1);
}

test('who is refused because another window connected it first sees how the account stands now', async () => {
  await fail(new ApiError(409, '{"error":"PlatformAlreadyConnected","message":"x"}'));
  expect(askAgain).toHaveBeenCalledTimes(1);
});

test('where no answer came nobody knows more than before', async () => {
  await fail(new NoAnswer(new Error('gone')));
  expect(askAgain).not.toHaveBeenCalled();
});
