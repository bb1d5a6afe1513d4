import { hash } from 'node:crypto';
import type { SealedHandle } from '../accounts/commands.ts';

/** What the vault would make of a handle; nothing opens it. */
export function sealedHandle(handle: string): SealedHandle {
  return { sealedHandle: `sealed:${hash('sha1', handle)}`, handleHash: hash('sha256', handle) };
}
