import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { actTexts } from '../../../../contracts/act-messages.ts';
import { sendReward } from '../../../../contracts/api/admin.ts';
import { changeUsername } from '../../../../contracts/api/profile.ts';
import { joinWhitelist } from '../../../../contracts/api/rewards.ts';
import { ApiError, NoAnswer } from './api-error.ts';
import { rendered } from './testing/rendered.ts';
import { type Command, useCommand } from './use-command.ts';

const { account, call, dispatch, askAgain } = vi.hoisted(() => ({
  /** That the page shows. */
  account: { wallet: '0xA11CE' as string | undefined },
  call: vi.fn(),
  dispatch: vi.fn(),
  askAgain: vi.fn(),
}));
vi.mock('./api.ts', () => ({
  api: { call },
  shownWallet: () => account.wallet,
  queryClient: { invalidateQueries: askAgain },
}));
vi.mock('../wallet/browser-wallet.ts', () => ({ walletStore: { dispatch } }));
vi.mock('../wallet/sign-act.ts', () => ({ signAct: (act: unknown) => act }));

const refusal = (error: string): ApiError =>
  new ApiError(409, JSON.stringify({ error, message: 'Refused', requestId: 'x' }));

/** What became of the acts of a form. */
const told: string[] = [];
const commands: Command<typeof joinWhitelist>[] = [];
function Form() {
  const onError = (error: Error) => void told.push(error.message);
  commands.push(useCommand(joinWhitelist, () => void told.push('done'), {}, onError));
  return null;
}

/** What a form has that was rendered and is on no page, as one that was left. */
function commandOfForm(): Command<typeof joinWhitelist> {
  rendered(Form);
  const command = commands.at(-1);
  if (!command) throw new Error('it was not rendered');
  return command;
}

/** A form that names an account at its address, and what becomes of what it sends. */
function renaming(walletAddress: string): (username: string) => Promise<string> {
  const outcomes: ((text: string) => void)[] = [];
  const forms: Command<typeof changeUsername>[] = [];
  rendered(() => {
    const onSuccess = () => outcomes.shift()?.('done');
    const onError = (error: Error) => outcomes.shift()?.(error.message);
    forms.push(useCommand(changeUsername, onSuccess, { walletAddress }, onError));
    return null;
  });
  return (username) =>
    new Promise((resolve) => {
      outcomes.push(resolve);
      forms[0]?.mutate({ username });
    });
}

type Sent = {
  readonly idempotencyKey: string;
  readonly signature?: object;
  readonly onReplay: () => void;
};
/** With what each call was sent that reached the server, or should have. */
const sent = (): Sent[] => call.mock.calls.map(([, options]) => options);
const keys = (): string[] => sent().map(({ idempotencyKey }) => idempotencyKey);

/** Until the clock shows another millisecond. */
async function later(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now);
}

beforeEach(() => {
  told.length = 0;
  account.wallet = '0xA11CE';
  call.mockReset();
  dispatch.mockReset();
  askAgain.mockReset();
});

test('what got no answer is sent again under its key, from another form, too; what was done is another act the next time', async () => {
  call.mockRejectedValueOnce(new NoAnswer('gone')).mockResolvedValue({ username: 'anna' });
  expect(await renaming('0x1')('anna')).not.toBe('done');
  expect(await renaming('0x1')('anna')).toBe('done');
  expect(await renaming('0x1')('anna')).toBe('done');
  const [lost, again, next] = keys();
  expect(again).toBe(lost);
  expect(next).not.toBe(lost);
});

test('the same for another address, or with other words, is another act, whatever became of the first', async () => {
  call.mockRejectedValue(new NoAnswer('gone'));
  await renaming('0x2')('anna');
  await renaming('0x3')('anna');
  await renaming('0x2')('anne');
  await renaming('0x2')('anna');
  const [first, elsewhere, other, again] = keys();
  expect(new Set([first, elsewhere, other]).size).toBe(3);
  expect(again).toBe(first);
});

test('what was refused is over: the same again is another act', async () => {
  call.mockRejectedValue(refusal('UsernameTaken'));
  await renaming('0x4')('anna');
  await renaming('0x4')('anna');
  expect(new Set(keys()).size).toBe(2);
});

test('an act that was done when its answer was lost is told as done before, once something else was done; then it is another act', async () => {
  const replayed = async (_: unknown, { onReplay }: Sent) => {
    onReplay();
    return { username: 'anna' };
  };
  call.mockRejectedValueOnce(new NoAnswer('gone')).mockImplementationOnce(replayed);
  // At once it is the answer that was waited for.
  await renaming('0x5')('anna');
  expect(await renaming('0x5')('anna')).toBe('done');
  expect(askAgain).not.toHaveBeenCalled();

  call.mockRejectedValueOnce(new NoAnswer('gone')).mockResolvedValueOnce({ username: 'ben' });
  await renaming('0x5')('anna');
  await later();
  await renaming('0x5')('ben');
  call.mockImplementationOnce(replayed).mockResolvedValueOnce({ username: 'anna' });
  expect(await renaming('0x5')('anna')).toBe(actTexts.doneBefore);
  // What stands there by now may be anything.
  expect(askAgain).toHaveBeenCalledTimes(1);
  expect(await renaming('0x5')('anna')).toBe('done');
  const [, , lost, , late, next] = keys();
  expect(late).toBe(lost);
  expect(next).not.toBe(lost);
});

test('what an admin sends again after lunch is the same act, and what a user sends then is another one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  call.mockRejectedValue(new NoAnswer('gone'));
  const forms: (() => void)[] = [];
  rendered(() => {
    const onError = (error: Error) => void told.push(error.message);
    const reward = useCommand(sendReward, () => undefined, {}, onError);
    const joining = useCommand(joinWhitelist, () => undefined, {}, onError);
    const toAnna = { walletAddress: '0xA11CE', amount: '5', reason: 'Helped others' };
    forms.push(
      () => reward.mutate(toAnna),
      () => joining.mutate({}),
    );
    return null;
  });
  for (const send of forms) send();
  await expect.poll(() => told.length).toBe(2);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  for (const send of forms) send();
  await expect.poll(() => told.length).toBe(4);
  const [reward, joining, rewardAgain, joiningAgain] = keys();
  expect(rewardAgain).toBe(reward);
  expect(joiningAgain).not.toBe(joining);
});

test('what has to be signed is sent again under the key that the wallet has signed for', async () => {
  call.mockRejectedValueOnce(refusal('SignatureNeeded')).mockResolvedValueOnce({ username: 'anna' });
  const signature = { nonce: 'n', signature: '0x' };
  dispatch.mockResolvedValueOnce(signature);
  expect(await renaming('0x6')('anna')).toBe('done');
  const [first, signed] = sent();
  expect(signed).toMatchObject({ idempotencyKey: first?.idempotencyKey, signature });
  expect(dispatch.mock.calls).toMatchObject([
    [{ key: first?.idempotencyKey, operation: '/api/users/0x6/username', input: { username: 'anna' } }],
  ]);
});

test('an act is that of whom the page showed when it was sent, also where somebody else has signed in before it is signed', async () => {
  call.mockImplementationOnce(async () => {
    account.wallet = '0xB0B';
    throw refusal('SignatureNeeded');
  });
  call.mockResolvedValueOnce({ username: 'anna' });
  dispatch.mockResolvedValueOnce({ nonce: 'n', signature: '0x' });
  void renaming('0x7')('anna');
  await expect.poll(sent).toHaveLength(2);
  const alice = '0xA11CE';
  expect(dispatch.mock.calls).toMatchObject([[{ walletAddress: alice }]]);
  expect(sent()).toMatchObject([{ wallet: alice }, { wallet: alice, signature: { nonce: 'n' } }]);
});

test('who has signed in as another account since hears nothing of what the one before had sent, whatever became of it', async () => {
  const [verified, refused] = [Promise.withResolvers<object>(), Promise.withResolvers<never>()];
  call.mockReturnValueOnce(verified.promise).mockReturnValueOnce(refused.promise);
  commandOfForm().mutate({});
  commandOfForm().mutate({});
  await expect.poll(sent).toHaveLength(2);
  account.wallet = '0xB0B';
  verified.resolve({});
  refused.reject(refusal('Refused'));
  call.mockResolvedValueOnce({});
  commandOfForm().mutate({});
  await expect.poll(() => told).toEqual(['done']);
  // Where nobody is signed in any more, nobody else hears it.
  call.mockImplementationOnce(async () => {
    account.wallet = undefined;
    return {};
  });
  commandOfForm().mutate({});
  await expect.poll(() => told).toEqual(['done', 'done']);
});

test('what was signed and sent cannot be withdrawn: what became of it is told, and it keeps its key until somebody knows', async () => {
  const answer = Promise.withResolvers<never>();
  call.mockRejectedValueOnce(refusal('SignatureNeeded')).mockReturnValueOnce(answer.promise);
  dispatch.mockResolvedValueOnce({ nonce: 'n', signature: '0x' });
  const command = commandOfForm();
  command.mutate({});
  await expect.poll(() => call.mock.calls.length).toBe(2);
  command.withdraw();
  const lost = new NoAnswer('gone', true);
  answer.reject(lost);
  await expect.poll(() => told).toEqual([lost.message]);
  call.mockRejectedValueOnce(refusal('Refused'));
  commandOfForm().mutate({});
  await expect.poll(() => told).toEqual([lost.message, refusal('Refused').message]);
  expect(new Set(keys()).size).toBe(1);
});

test('why an act failed is told where its form is on no page', async () => {
  call.mockRejectedValue(refusal('Refused'));
  commandOfForm().mutate({});
  await expect.poll(() => told).toEqual([refusal('Refused').message]);
});

test('what is given up before the server has answered is told, when it would have to be signed', async () => {
  const answer = Promise.withResolvers<never>();
  call.mockReturnValue(answer.promise);
  const command = commandOfForm();
  command.mutate({});
  await expect.poll(() => call.mock.calls.length).toBe(1);
  command.withdraw();
  answer.reject(refusal('SignatureNeeded'));
  await expect.poll(() => told).toEqual([actTexts.withdrawn]);
  expect(dispatch).not.toHaveBeenCalled();
});

test('what is given up while the wallet asks is told to nobody, whatever the wallet says then', async () => {
  call.mockRejectedValueOnce(refusal('SignatureNeeded')).mockRejectedValue(refusal('Refused'));
  const wallet = Promise.withResolvers<string>();
  dispatch.mockReturnValue(wallet.promise);
  const command = commandOfForm();
  command.mutate({});
  await expect.poll(() => dispatch.mock.calls.length).toBe(1);
  command.withdraw();
  wallet.resolve('0x');
  // Another act, which is told of, ends after it.
  command.mutate({});
  await expect.poll(() => told).toEqual([refusal('Refused').message]);
  expect(call).toHaveBeenCalledTimes(2);
});
