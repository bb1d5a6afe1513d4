import { parseStream } from '../contracts/events/ledger-event.ts';

/** What a span says of its work. Nothing of a person, and no part of a stream's name that is somebody's. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** `correlationId`: that of the request of which the work comes, which every event names that it leads to. */
export type SpanOf = {
  readonly name: 'command' | 'append' | 'project';
  readonly correlationId: string;
  readonly attributes?: SpanAttributes;
};

/** Adds to what the span of the work says. */
export type Note = (attributes: SpanAttributes) => void;

/** Where the time of a request goes, for who watches several processes at once. It changes nothing and never throws. */
export type Tracing = {
  /** Does work as a span of the request's trace. */
  span<Result>(span: SpanOf, work: (note: Note) => Promise<Result>): Promise<Result>;
  /** Says of work for several requests at once what it was to each; both moments in milliseconds of `Date.now()`. */
  done(began: number, ended: number, spans: readonly SpanOf[]): void;
};

/** Nobody watches. */
export const noTracing: Tracing = {
  span: (_, work) => work(() => undefined),
  done: () => undefined,
};

/** What kind of stream it is: the rest of its name may be a wallet or a user's id. */
export const kindOf = (stream: string): string => parseStream(stream)?.category ?? stream;
