/** What was asked for cannot be done as things are; the message says why, and what to do. */
export class OpsRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OpsRefused';
  }
}
