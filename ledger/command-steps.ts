import type { HeldRight } from './authorize.ts';
import type { DecidedEvent, Envelope, EnvelopedEvent } from './envelope.ts';
import type { CommandRequest } from './handle-command.ts';
import { type KnownCommands, remember } from './known-commands.ts';
import { kindOf, type SpanOf } from './tracing.ts';

/** Where a command's events go, and who answers for them. @param inputHash of what was asked for */
export function envelopeOf<State, Command, Event extends DecidedEvent>(
  request: CommandRequest<State, Command, Event>,
  inputHash: string,
  held: HeldRight | undefined,
): Envelope {
  const { stream, commandId, actor, occurredAt, correlationId, cause } = request;
  return {
    ...{ stream, commandId, inputHash, actor, occurredAt, correlationId },
    ...(cause && { cause }),
    ...(held?.right && { right: held.right }),
  };
}

/** With the commands of events that follow `last`, the revision of the stream's last event. */
export function rememberAll(
  commands: KnownCommands,
  events: readonly EnvelopedEvent[],
  last: bigint | undefined,
): KnownCommands {
  let revision = last ?? -1n;
  return events.reduce(
    (known, { metadata }) => remember(known, { metadata, revision: ++revision }),
    commands,
  );
}

/** The append of a command's events, as a part of its trace. */
export function appendSpan<State, Command, Event extends DecidedEvent>(
  { stream, correlationId }: CommandRequest<State, Command, Event>,
  events: readonly EnvelopedEvent[],
): SpanOf {
  const attributes = { 'evo.stream': kindOf(stream), 'evo.events': namesOf(events) };
  return { name: 'append', correlationId, attributes };
}

export const namesOf = (events: readonly { readonly type: string }[]): string =>
  events.map(({ type }) => type).join(' ');

/** A right that came when nobody waited for it any more. */
export function disposeLater(held: HeldRight | undefined): void {
  void held?.[Symbol.asyncDispose]();
}
