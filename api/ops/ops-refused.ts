import { BadOption } from '../../ledger/typed-options.ts';

/** What was asked for cannot be done as things are; the message says why, and what to do. */
export class OpsRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OpsRefused';
  }
}

/** What was asked for is nothing that the command does; the message says how it is asked. Nothing was looked at yet. */
export class OpsUsage extends BadOption {
  override readonly name = 'OpsUsage';
}
