import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { signMessage } from './sign-message.ts';
import { ALICE, createFakeProvider, rpcError } from './testing/fake-provider.ts';

test('the text goes to the wallet as hex of its UTF-8 bytes, with the address', async () => {
  const wallet = createFakeProvider();
  expect(await signMessage(wallet, ALICE, 'né')).toBe('0x5ee1ed');
  expect(wallet.params.get('personal_sign')).toEqual(['0x6ec3a9', ALICE]);
});

test('without a wallet or an account nothing is signed', async () => {
  await expect(signMessage(undefined, ALICE, 'x')).rejects.toThrow(walletErrors.connectFirst);
  await expect(signMessage(createFakeProvider(), undefined, 'x')).rejects.toThrow(walletErrors.connectFirst);
});

test('a refusal gives its reason', async () => {
  const wallet = createFakeProvider();
  wallet.faults.sign = rpcError(4001, 'User denied message signature.');
  await expect(signMessage(wallet, ALICE, 'x')).rejects.toThrow(
    walletErrors.signFailed('User denied message signature.'),
  );
});
