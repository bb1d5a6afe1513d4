import type { EventEmitter } from 'node:events';
import { shuttingDown } from './rpc-errors.ts';

type OpenCall = EventEmitter & { readonly cancelled: boolean };

/** The calls without an end of their own: subscriptions and batch appends. */
export class OpenCalls {
  private readonly calls = new Set<OpenCall>();

  add(call: OpenCall): void {
    this.calls.add(call);
    const forget = () => this.calls.delete(call);
    call.once('close', forget);
    call.once('finish', forget);
  }

  /** Tells every client that the node goes; a subscription that ended without a word would hang for ever. */
  endAll(): void {
    for (const call of this.calls) if (!call.cancelled) call.emit('error', shuttingDown());
  }
}
