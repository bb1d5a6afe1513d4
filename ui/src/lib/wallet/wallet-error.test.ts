import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { WalletError } from './wallet-error.ts';

test('an error names the wallet that was chosen, and MetaMask where none is known', () => {
  const failed = new WalletError('connectFailed', 'it is busy');
  expect(failed.message).toBe(walletErrors.connectFailed('it is busy'));
  expect(failed.messageFor('Rabby')).toBe('Failed to connect to Rabby: it is busy');
  expect(new WalletError('connectFailed', 'not MetaMask').messageFor('$&')).toBe(
    'Failed to connect to $&: not MetaMask',
  );
  expect(new WalletError('noProvider').messageFor('Rabby')).toBe(
    'Rabby is not installed. Please install Rabby to continue.',
  );
  expect(new WalletError('signFailed', 'no').messageFor('Rabby')).toBe(walletErrors.signFailed('no'));
});
