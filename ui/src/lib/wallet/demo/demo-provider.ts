import { privateKeyToAccount } from 'viem/accounts';
import { isHex } from 'viem/utils';
import { CHAIN_ID_HEX } from '../../../../../contracts/constants.ts';
import type { Eip1193Provider } from '../eip1193.ts';

/** EIP-1193: the wallet does not do this. */
const UNSUPPORTED_METHOD = 4200;

/**
 * A wallet for trials on one's own machine: a key from the server that signs in this page without asking. It is
 * always on the EVO network and knows nothing of any chain's state.
 */
export function createDemoProvider(privateKey: string): Eip1193Provider {
  if (!isHex(privateKey)) throw new Error('a demo key is not hex');
  const account = privateKeyToAccount(privateKey);

  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_requestAccounts':
        case 'eth_accounts':
          return [account.address];
        case 'eth_chainId':
          return CHAIN_ID_HEX;
        case 'personal_sign': {
          const raw = params?.[0];
          if (!isHex(raw)) throw new Error('personal_sign takes hex');
          return account.signMessage({ message: { raw } });
        }
        default:
          throw Object.assign(new Error(`the demo wallet does not support ${method}`), {
            code: UNSUPPORTED_METHOD,
          });
      }
    },
  };
}
