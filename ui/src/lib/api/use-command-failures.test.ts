import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { actTexts } from '../../../../contracts/act-messages.ts';
import { joinWhitelist } from '../../../../contracts/api/rewards.ts';
import { ApiError } from './api-error.ts';
import { type Command, useCommand } from './use-command.ts';

const { call, dispatch } = vi.hoisted(() => ({ call: vi.fn(), dispatch: vi.fn() }));
vi.mock('./api.ts', () => ({ api: { call }, shownWallet: () => '0xA11CE' }));
vi.mock('../wallet/browser-wallet.ts', () => ({ walletStore: { dispatch } }));
vi.mock('../wallet/sign-act.ts', () => ({ signAct: (act: unknown) => act }));

const refusal = (error: string): ApiError =>
  new ApiError(409, JSON.stringify({ error, message: 'Refused', requestId: 'x' }));

const told: string[] = [];
const commands: Command<typeof joinWhitelist>[] = [];
function Form() {
  const onError = (error: Error) => void told.push(error.message);
  commands.push(useCommand(joinWhitelist, () => undefined, {}, onError));
  return null;
}

/** What a form has that was rendered and is on no page, as one that was left. */
function commandOfForm(): Command<typeof joinWhitelist> {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Form)));
  const command = commands.at(-1);
  if (!command) throw new Error('it was not rendered');
  return command;
}

beforeEach(() => {
  told.length = 0;
  call.mockReset();
  dispatch.mockReset();
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
