import type { BrowserContext, Page } from 'playwright-core';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { isHex } from 'viem/utils';

/** What the wallet in the browser does wrong; change it between acts with `setFaults`. */
type WalletFaults = {
  /** JSON-RPC error codes by method: `{ eth_requestAccounts: -32002 }`. */
  readonly errors?: Readonly<Record<string, number>>;
  /** The wallet shares no account until it is asked for one, or not even then. */
  readonly locked?: boolean;
};

export type TestWallet = {
  readonly account: PrivateKeyAccount;
  readonly setFaults: (page: Page, faults: WalletFaults) => Promise<void>;
  /** As if the person chose other accounts, or another chain, in the wallet. */
  readonly changeAccounts: (page: Page, accounts: readonly string[]) => Promise<void>;
  readonly changeChain: (page: Page, chainId: string) => Promise<void>;
  /** The methods that the page asked, in order. */
  readonly asked: (page: Page) => Promise<readonly string[]>;
};

export type TestWalletOptions = {
  readonly privateKey: `0x${string}`;
  readonly rdns?: string;
  readonly name?: string;
  readonly chainId?: string;
};

/**
 * Puts an EIP-6963 wallet into every page of the context. It announces itself like an extension does; its key
 * stays with the test, which signs for it.
 */
export async function installTestWallet(
  context: BrowserContext,
  { privateKey, rdns = 'io.metamask', name = 'MetaMask', chainId = '0x1' }: TestWalletOptions,
): Promise<TestWallet> {
  const account = privateKeyToAccount(privateKey);
  await context.exposeFunction(SIGN, (raw: string) => {
    if (!isHex(raw)) throw new Error('personal_sign takes hex');
    return account.signMessage({ message: { raw } });
  });
  await context.addInitScript(announceWallet, { rdns, name, chainId, address: account.address, sign: SIGN });

  return {
    account,
    setFaults: (page, faults) => page.evaluate((next) => window.testWallet.setFaults(next), faults),
    changeAccounts: (page, accounts) =>
      page.evaluate((next) => window.testWallet.changeAccounts([...next]), accounts),
    changeChain: (page, next) => page.evaluate((id) => window.testWallet.changeChain(id), next),
    asked: (page) => page.evaluate(() => window.testWallet.asked),
  };
}

const SIGN = 'signWithTestWallet';

type InPage = {
  readonly asked: string[];
  setFaults(faults: WalletFaults): void;
  changeAccounts(accounts: string[]): void;
  changeChain(chainId: string): void;
};

declare global {
  interface Window {
    testWallet: InPage;
  }
}

type Announced = { rdns: string; name: string; chainId: string; address: string; sign: string };

/** Runs in the page, so it can use nothing from this file. */
function announceWallet({ rdns, name, chainId: firstChain, address, sign }: Announced): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const asked: string[] = [];
  let faults: WalletFaults = {};
  let accounts = [address];
  let chainId = firstChain;

  function emit(event: string, payload: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  }

  async function request(call: { method: string; params?: unknown[] }): Promise<unknown> {
    const { method, params } = call;
    asked.push(method);
    const code = faults.errors?.[method];
    if (code !== undefined) throw Object.assign(new Error(`fault ${code}`), { code });
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return faults.locked ? [] : accounts;
      case 'eth_chainId':
        return chainId;
      case 'eth_getBalance':
        return '0x0';
      case 'wallet_addEthereumChain':
        return null;
      case 'wallet_switchEthereumChain':
        chainId = String(Reflect.get(Object(params?.[0]), 'chainId'));
        emit('chainChanged', chainId);
        return null;
      case 'personal_sign':
        return Reflect.get(window, sign)(params?.[0]);
      default:
        throw Object.assign(new Error(`unsupported: ${method}`), { code: 4200 });
    }
  }

  const provider = Object.freeze({
    request,
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener);
    },
  });
  const info = {
    uuid: crypto.randomUUID(),
    name,
    rdns,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const announce = (): void => {
    const detail = Object.freeze({ info: Object.freeze(info), provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();

  window.testWallet = {
    asked,
    setFaults(next) {
      faults = next;
    },
    changeAccounts(next) {
      accounts = next;
      emit('accountsChanged', next);
    },
    changeChain(next) {
      chainId = next;
      emit('chainChanged', next);
    },
  };
}
