import type { EventEmitter } from 'node:events';
import { shuttingDown } from './rpc-errors.ts';

type OpenCall = EventEmitter & { readonly cancelled: boolean };

/** The calls that have begun and not ended. */
export class OpenCalls {
  private readonly calls = new Map<OpenCall, () => void>();
  private wakeWhenEmpty = () => {};

  get size(): number {
    return this.calls.size;
  }

  /** Counts the call until it ends. `onShutdown` is for one that would not end by itself. */
  add(call: OpenCall, onShutdown: () => void = () => {}): void {
    this.calls.set(call, onShutdown);
    // What grpc-js emits when the client has its answer as well as when it is gone.
    call.once('cancelled', () => {
      this.calls.delete(call);
      if (this.calls.size === 0) this.wakeWhenEmpty();
    });
  }

  /** Lets the calls come to their ends, for `patience` milliseconds at the most, and refuses what is left then. */
  async finish(patience: number): Promise<void> {
    for (const onShutdown of [...this.calls.values()]) onShutdown();
    if (this.calls.size > 0) await this.emptyOrAfter(patience);
    for (const call of [...this.calls.keys()]) if (!call.cancelled) call.emit('error', shuttingDown());
  }

  private emptyOrAfter(patience: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.wakeWhenEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
