import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';

export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Uint8Array>;

/**
 * Sends messages on a read call as fast as the client takes them. A page may be written in one go; `drained`
 * then waits until the client has room, which bounds what a slow reader costs to one page.
 */
export class Outlet {
  private readonly call: ReadCall;
  private room = true;
  private wake: (() => void) | undefined;

  constructor(call: ReadCall) {
    this.call = call;
    const release = () => this.release();
    call.on('drain', release);
    call.on('cancelled', release);
    call.on('close', release);
    // A broken connection ends the call; whoever reads the ledger then sees `isClosed`.
    call.on('error', release);
  }

  get isClosed(): boolean {
    return this.call.cancelled || this.call.destroyed || this.call.writableEnded;
  }

  send(message: Uint8Array): void {
    this.room = this.call.write(message);
  }

  /** Resolves when more may be sent, true while there is someone to send it to. Always yields. */
  async drained(): Promise<boolean> {
    if (this.room || this.isClosed) await new Promise<void>((resolve) => setImmediate(resolve));
    else await this.pause();
    return !this.isClosed;
  }

  /** Waits until `watch` calls back, or the call ends. */
  async waitFor(watch: (wake: () => void) => () => void): Promise<boolean> {
    if (this.isClosed) return false;
    let stop: (() => void) | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      stop = watch(resolve);
    });
    stop?.();
    return !this.isClosed;
  }

  end(): void {
    if (!this.isClosed) this.call.end();
  }

  fail(error: Error): void {
    if (!this.isClosed) this.call.emit('error', error);
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }

  private release(): void {
    this.room = true;
    this.wake?.();
    this.wake = undefined;
  }
}
