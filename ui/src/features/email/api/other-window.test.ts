import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../lib/api/testing/rendered.ts';

const { call, askAgain, told } = vi.hoisted(() => ({ call: vi.fn(), askAgain: vi.fn(), told: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({
  api: { call },
  shownWallet: () => '0xA11CE',
  queryClient: { invalidateQueries: askAgain },
}));
vi.mock('../../../lib/wallet/browser-wallet.ts', () => ({ walletStore: {} }));
vi.mock('../../../lib/toast/toast.ts', () => ({ showError: told, showToast: told, toasts: {} }));

// Another file of the same process may have loaded them with what it has put in the place of others.
vi.resetModules();
const { ApiError, NoAnswer } = await import('../../../lib/api/api-error.ts');
const { useResend } = await import('./use-resend.ts');
const { useSignUp } = await import('./use-sign-up.ts');

beforeEach(() => void vi.resetAllMocks());
afterAll(() => void vi.resetModules());

const email = 'anna@example.com';

/** A form is shown, and its button pressed, until the person was told of it. */
async function press(useAct: () => () => void): Promise<void> {
  let act: (() => void) | undefined;
  rendered(() => {
    act = useAct();
    return null;
  });
  act?.();
  await expect.poll(() => told.mock.calls.length).toBe(1);
}

function useSigningUp(): () => void {
  const { signUp } = useSignUp(() => undefined);
  return () => signUp({ email, marketingOptIn: false });
}

function useAskingForMail(): () => void {
  const { mutate } = useResend(email);
  return () => mutate();
}

test('who has signed up in another window, and is refused here, sees how the account stands now', async () => {
  call.mockRejectedValue(new ApiError(409, '{"error":"EmailAlreadySignedUp","message":"x"}'));
  await press(useSigningUp);
  expect(askAgain).toHaveBeenCalledTimes(1);
});

test('who asks for the mail once more sees whether its link was opened in another window: the answer says nothing of it', async () => {
  call.mockResolvedValue({ success: true, message: 'Sent, where there is somebody' });
  await press(useAskingForMail);
  expect(askAgain).toHaveBeenCalledTimes(1);
});

test.each([useSigningUp, useAskingForMail])(
  'where no answer came nobody knows more than before (%o)',
  async (useAct) => {
    call.mockRejectedValue(new NoAnswer(new Error('gone')));
    await press(useAct);
    expect(askAgain).not.toHaveBeenCalled();
  },
);
