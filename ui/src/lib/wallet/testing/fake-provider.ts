import type { Eip1193Provider } from '../eip1193.ts';

/** What the fake wallet does wrong; change it between calls. A function is called with how often it was asked. */
type Faults = {
  requestAccounts?: unknown;
  switchChain?: unknown | ((times: number) => unknown);
  addChain?: unknown;
  sign?: unknown;
  balance?: unknown;
  /** Reports success of a switch and stays where it is. */
  ignoresSwitch?: boolean;
  /** Answers a switch to a network that it does not know as if there had been none. */
  answersNull?: boolean;
};

export type FakeProvider = Eip1193Provider & {
  accounts: string[];
  chainId: string;
  balance: string;
  knownChains: Set<string>;
  faults: Faults;
  /** The methods asked, in order. */
  readonly asked: string[];
  /** The parameters of the last call of a method. */
  readonly params: Map<string, readonly unknown[] | undefined>;
  emit(event: string, payload: unknown): void;
  listenerCount(event: string): number;
  /** Makes the next call of a method wait until the returned function is called. */
  hold(method: string): () => void;
};

export const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** An EIP-1193 wallet in memory: unlocked, on Ethereum, not knowing the EVO network. */
export function createFakeProvider(): FakeProvider {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const held = new Map<string, Promise<void>>();
  const times = new Map<string, number>();

  const fake: FakeProvider = {
    accounts: [ALICE],
    chainId: '0x1',
    balance: '0x0',
    knownChains: new Set(['0x1']),
    faults: {},
    asked: [],
    params: new Map(),

    async request({ method, params }) {
      fake.asked.push(method);
      fake.params.set(method, params);
      times.set(method, (times.get(method) ?? 0) + 1);
      const answer = answerOf(method, params);
      await held.get(method);
      return answer;
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(payload);
    },
    listenerCount: (event) => listeners.get(event)?.size ?? 0,
    hold(method) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(method, promise);
      return () => {
        held.delete(method);
        resolve();
      };
    },
  };

  function answerOf(method: string, params: readonly unknown[] | undefined): unknown {
    switch (method) {
      case 'eth_requestAccounts':
        throwIfSet(fake.faults.requestAccounts);
        return fake.accounts;
      case 'eth_accounts':
        return fake.accounts;
      case 'eth_chainId':
        return fake.chainId;
      case 'eth_getBalance':
        throwIfSet(fake.faults.balance);
        return fake.balance;
      case 'wallet_switchEthereumChain': {
        const { switchChain: fault } = fake.faults;
        throwIfSet(typeof fault === 'function' ? fault(times.get(method)) : fault);
        const wanted = chainIdOf(params);
        if (fake.faults.answersNull && !fake.knownChains.has(wanted)) return null;
        if (!fake.knownChains.has(wanted)) throw rpcError(4902, 'Unrecognized chain ID');
        if (!fake.faults.ignoresSwitch) fake.chainId = wanted;
        return null;
      }
      case 'wallet_addEthereumChain':
        throwIfSet(fake.faults.addChain);
        fake.knownChains.add(chainIdOf(params));
        return null;
      case 'personal_sign':
        throwIfSet(fake.faults.sign);
        return '0x5ee1ed';
      default:
        throw rpcError(4200, `unsupported: ${method}`);
    }
  }

  return fake;
}

export function rpcError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

function throwIfSet(fault: unknown): void {
  if (fault !== undefined) throw fault;
}

function chainIdOf(params: readonly unknown[] | undefined): string {
  const first = params?.[0];
  const chainId: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'chainId') : undefined;
  if (typeof chainId !== 'string') throw rpcError(-32602, 'no chainId');
  return chainId;
}
