import type { BrowserContext, Page } from 'playwright-core';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { isHex } from 'viem/utils';

/** What the wallet in the browser does wrong; change it between acts with `setFaults`. */
type WalletFaults = {
  /** JSON-RPC error codes by method: `{ eth_requestAccounts: -32002 }`. */
  readonly errors?: Readonly<Record<string, number>>;
  /** Methods that are never answered. */
  readonly silent?: readonly string[];
  /** Methods that are answered only once the faults are set anew. */
  readonly held?: readonly string[];
  /** Of what it tells nobody hears: the browser keeps the page for the way back. */
  readonly unheard?: boolean;
  /** The wallet shares no account until it is asked for one, or not even then. */
  readonly locked?: boolean;
  /** A switch to a network that was not added fails with 4902, as it is or as mobile wallets wrap it. */
  readonly unknownChain?: 'plain' | 'nested';
  /** Reports that it switched and stays where it is. */
  readonly ignoresSwitch?: boolean;
};

export type TestWallet = {
  readonly account: PrivateKeyAccount;
  readonly setFaults: (page: Page, faults: WalletFaults) => Promise<void>;
  /** As if the person chose other accounts, or another chain, in the wallet. */
  readonly changeAccounts: (page: Page, accounts: readonly string[]) => Promise<void>;
  readonly changeChain: (page: Page, chainId: string) => Promise<void>;
  /** As a wallet that has lost its chain, or was told to leave the site (EIP-1193 `disconnect`). */
  readonly loseChain: (page: Page) => Promise<void>;
  /** The methods that the page asked, in order. */
  readonly asked: (page: Page) => Promise<readonly string[]>;
  /** The parameters of the last call of a method. */
  readonly lastParams: (page: Page, method: string) => Promise<unknown>;
};

export type TestWalletOptions = {
  readonly privateKey: `0x${string}`;
  readonly rdns?: string;
  readonly name?: string;
  readonly chainId?: string;
  /** What answers for the chain when the wallet is on the EVO network; without it an account has nothing. */
  readonly rpc?: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/** What MetaMask is called in EIP-6963. */
export const METAMASK = 'io.metamask';

/**
 * Puts an EIP-6963 wallet into every page of the context. It announces itself like an extension does; its key
 * stays with the test, which signs for it.
 */
export async function installTestWallet(
  context: BrowserContext,
  { privateKey, rdns = METAMASK, name = 'MetaMask', chainId = '0x1', rpc }: TestWalletOptions,
): Promise<TestWallet> {
  const account = privateKeyToAccount(privateKey);
  await context.exposeFunction(SIGN, (raw: string) => {
    if (!isHex(raw)) throw new Error('personal_sign takes hex');
    return account.signMessage({ message: { raw } });
  });
  await context.exposeFunction(RPC, (method: string, params: readonly unknown[]) =>
    rpc ? rpc(method, params) : NOTHING[method],
  );
  const { address } = account;
  await context.addInitScript(announceWallet, { rdns, name, chainId, address, sign: SIGN, rpc: RPC });

  return {
    account,
    setFaults: (page, faults) => page.evaluate((next) => window.testWallet.setFaults(next), faults),
    changeAccounts: (page, accounts) =>
      page.evaluate((next) => window.testWallet.changeAccounts([...next]), accounts),
    changeChain: (page, next) => page.evaluate((id) => window.testWallet.changeChain(id), next),
    loseChain: (page) => page.evaluate(() => window.testWallet.loseChain()),
    asked: (page) => page.evaluate(() => window.testWallet.asked),
    lastParams: (page, method) => page.evaluate((name) => window.testWallet.params[name], method),
  };
}

const SIGN = 'signWithTestWallet';
const RPC = 'askChainOfTestWallet';
const NOTHING: Readonly<Record<string, unknown>> = { eth_getBalance: '0x0', eth_chainId: '0xd60' };

type InPage = {
  readonly asked: string[];
  readonly params: Record<string, unknown>;
  setFaults(faults: WalletFaults): void;
  changeAccounts(accounts: string[]): void;
  changeChain(chainId: string): void;
  loseChain(): void;
};

declare global {
  interface Window {
    testWallet: InPage;
  }
}

type Announced = {
  rdns: string;
  name: string;
  chainId: string;
  address: string;
  /** Names of the functions that the test answers. */
  sign: string;
  rpc: string;
};

/** Runs in the page, so it can use nothing from this file. */
function announceWallet({ rdns, name, chainId: firstChain, address, sign, rpc }: Announced): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const asked: string[] = [];
  const lastParams: Record<string, unknown> = {};
  let faults: WalletFaults = {};
  const held: (() => void)[] = [];
  let accounts = [address];
  let chainId = firstChain;
  const added = new Set<string>();

  const failure = (code: number, message = `fault ${code}`, data?: unknown): Error =>
    Object.assign(new Error(message), { code, data });
  const chainOf = (params: unknown[] | undefined): string =>
    String(Reflect.get(Object(params?.[0]), 'chainId'));
  function unknownChain(): Error {
    if (faults.unknownChain === 'plain') return failure(4902, 'Unrecognized chain ID');
    return failure(-32603, 'Internal error', { originalError: { code: 4902 } });
  }

  function emit(event: string, payload: unknown): void {
    if (faults.unheard) return;
    for (const listener of listeners.get(event) ?? []) listener(payload);
  }

  async function request(call: { method: string; params?: unknown[] }): Promise<unknown> {
    const { method, params } = call;
    asked.push(method);
    lastParams[method] = params;
    const code = faults.errors?.[method];
    if (code !== undefined) throw failure(code);
    if (faults.silent?.includes(method)) return new Promise(() => {});
    if (faults.held?.includes(method)) await new Promise<void>((resolve) => held.push(resolve));
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return faults.locked ? [] : accounts;
      case 'eth_chainId':
        return chainId;
      case 'eth_getBalance':
        return chainId === '0xd60' ? Reflect.get(window, rpc)(method, params ?? []) : '0x0';
      case 'wallet_addEthereumChain': {
        // As MetaMask does: the endpoint has to be the network that it is said to be.
        const real = await Reflect.get(window, rpc)('eth_chainId', []);
        if (real !== chainOf(params)) throw failure(-32602, 'Chain ID returned by RPC URL does not match');
        added.add(chainOf(params));
        return null;
      }
      case 'wallet_switchEthereumChain':
        if (faults.unknownChain && !added.has(chainOf(params))) throw unknownChain();
        if (faults.ignoresSwitch) return null;
        chainId = chainOf(params);
        emit('chainChanged', chainId);
        return null;
      case 'personal_sign':
        return Reflect.get(window, sign)(params?.[0]);
      default:
        throw failure(4200, `unsupported: ${method}`);
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
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="orange"/></svg>',
  };
  const announce = (): void => {
    const detail = Object.freeze({ info: Object.freeze(info), provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();

  window.testWallet = {
    asked,
    params: lastParams,
    setFaults(next) {
      faults = next;
      for (const release of held.splice(0)) release();
    },
    changeAccounts(next) {
      accounts = next;
      emit('accountsChanged', next);
    },
    changeChain(next) {
      chainId = next;
      emit('chainChanged', next);
    },
    loseChain() {
      emit('disconnect', failure(4900, 'Disconnected'));
    },
  };
}
