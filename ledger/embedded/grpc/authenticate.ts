import { createHash, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Metadata } from '@grpc/grpc-js';
import type { Credential } from '../credential.ts';
import { type RpcError, unauthenticated } from './rpc-errors.ts';

type Call = EventEmitter & { readonly metadata: Metadata };
type Answer = (error: RpcError) => void;

/**
 * Lets a call through that brings the credential as basic authentication, as EventStoreDB's clients do, and refuses
 * every other with UNAUTHENTICATED before anything of it is read. Without a credential every call is let through.
 */
export function authenticate(credential: Credential | undefined) {
  const expected = credential && digest(basicAuthentication(credential));
  const isRefused = ({ metadata }: Call) => {
    if (expected === undefined) return false;
    const [given = ''] = metadata.get('authorization');
    // Digests have one length, and their comparison takes one time.
    return !timingSafeEqual(digest(given), expected);
  };
  return {
    /** For a call with one answer. */
    answered:
      <C extends Call, A extends Answer>(handle: (call: C, answer: A) => void) =>
      (call: C, answer: A): void => {
        if (isRefused(call)) answer(unauthenticated());
        else handle(call, answer);
      },
    /** For a call whose answers are a stream. */
    streamed:
      <C extends Call>(handle: (call: C) => void) =>
      (call: C): void => {
        if (isRefused(call)) call.emit('error', unauthenticated());
        else handle(call);
      },
  };
}

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest();

function basicAuthentication({ username, password }: Credential): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
