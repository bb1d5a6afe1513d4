import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** JSON, or bytes: `$b64`, or `$fill`, a text as bytes so many times. */
export type TraceData = unknown;

export type TraceEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: TraceData;
  readonly metadata?: TraceData;
  readonly binary?: boolean;
};

type How = {
  /** With credentials, so that the client does not batch. */
  readonly route?: 'unary';
  /** By a client that does not throw on a wrong expected version. */
  readonly soft?: boolean;
  readonly requiresLeader?: boolean;
  /** `any`, `no_stream`, `stream_exists` or a revision in digits. */
  readonly expected?: string;
};

type Write = How & { readonly stream: string };

type Read = {
  readonly direction: 'forwards' | 'backwards';
  /** `start`, `end`, a revision, or `#k`: the position of the trace's k-th event in `$all`. */
  readonly from: string;
  readonly maxCount?: number;
  readonly resolve: boolean;
};

export type TraceFilter = {
  readonly on: 'stream' | 'type';
  readonly prefixes?: string[];
  readonly regex?: string;
  readonly interval?: number;
  readonly window?: number;
};

export type TraceOperation =
  | ({ readonly op: 'append'; readonly events: readonly TraceEvent[] } & Write)
  | ({ readonly op: 'setMetadata'; readonly metadata: Record<string, unknown> } & Write)
  | { readonly op: 'getMetadata'; readonly stream: string }
  | ({ readonly op: 'delete' | 'tombstone' } & Write)
  | ({ readonly op: 'readStream'; readonly stream: string } & Read)
  | ({ readonly op: 'readAll' } & Read)
  | {
      readonly op: 'subscribe';
      /** None: `$all`. */
      readonly stream?: string;
      readonly from: string;
      readonly filter?: TraceFilter;
      readonly resolve: boolean;
      /** Done one after the other once the subscription has caught up. */
      readonly during: readonly TraceOperation[];
    }
  | { readonly op: 'all' };

export type TraceLine = { readonly op: TraceOperation; readonly answer: unknown };

const FOLDER = new URL('./traces/', import.meta.url);

/** Names of the recorded traces, `01` and on. */
export function traceNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .map((file) => file.slice(0, -'.jsonl.gz'.length))
    .sort();
}

/** What EventStoreDB 24.10.4 answered to 120 operations, one after the other, and last all events in the order of `$all`. */
export function readTrace(name: string): TraceLine[] {
  return parseTrace(gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, FOLDER))).toString('utf8'));
}

export function parseTrace(text: string): TraceLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  // Traces are written by a recorder of this shape; what is none fails in the replay.
  return lines.map((line) => JSON.parse(line) as TraceLine);
}
