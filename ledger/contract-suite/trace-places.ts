import { isDeepStrictEqual } from 'node:util';
import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type Position,
  type ResolvedEvent,
  START,
} from '@eventstore/db-client';
import { recordedEvent } from './recorded.ts';

type Resolved = ResolvedEvent | AllStreamResolvedEvent;
type Recorded = NonNullable<Resolved['event']>;

/** A piece of an answer that is put into words once it is known which event stands where. */
class Later {
  readonly words: () => unknown;
  constructor(words: () => unknown) {
    this.words = words;
  }
}

/** Where the events of a trace stand in `$all`: its k-th is called `#k`. */
export class TracePlaces {
  private readonly client: EventStoreDBClient;
  private readonly prefix: string;
  private readonly positions: Position[] = [];
  private readonly places = new Map<bigint, number>();
  private readonly events: Record<string, unknown>[] = [];
  private newest: Position | undefined;

  /** @param prefix in the name of each of the trace's streams */
  constructor(client: EventStoreDBClient, prefix: string) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Whether it is of the trace, which may not have the server for itself. */
  isOurs({ event, link }: Resolved): boolean {
    return [event, link].some((one) => one?.streamId.includes(this.prefix));
  }

  async inFull(): Promise<readonly unknown[]> {
    await this.learn();
    return this.events;
  }

  /** The position of `#k`. Throws when there is no such event yet. */
  async position(name: string): Promise<Position> {
    await this.learn();
    const found = this.positions[Number(name.slice(1)) - 1];
    if (!found)
      throw new Error(`The trace reads from ${name}, and ${this.positions.length} events are there.`);
    return found;
  }

  of(position: Position): Later {
    return new Later(() => this.nameOf(position));
  }

  resolved({ event, link }: Resolved): Later {
    if (!link) return event ? this.event(event) : new Later(() => null);
    return new Later(() => ({
      event: event ? this.event(event).words() : null,
      link: this.event(link).words(),
    }));
  }

  /** The answer with everything in words. */
  written(answer: unknown): unknown {
    if (answer instanceof Later) return answer.words();
    if (Array.isArray(answer)) return answer.map((one) => this.written(one));
    if (typeof answer !== 'object' || answer === null) return answer;
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, this.written(value)]));
  }

  /** Reads on in `$all`. */
  async learn(): Promise<void> {
    for await (const { event } of this.client.readAll({ fromPosition: this.newest ?? START })) {
      if (!event?.position || event.position.commit === this.newest?.commit) continue;
      this.newest = event.position;
      if (!event.streamId.includes(this.prefix)) continue;
      const place = this.positions.push(event.position);
      this.places.set(event.position.commit, place);
      this.events.push(recordedEvent(event, `#${place}`));
    }
  }

  /** By its name, if it is in every field the event that stands there. */
  private event(event: Recorded): Later {
    return new Later(() => {
      if (!event.position) return recordedEvent(event, 'nowhere');
      const name = this.nameOf(event.position);
      const found = recordedEvent(event, name);
      const place = this.places.get(event.position.commit);
      return isDeepStrictEqual(found, place && this.events[place - 1]) ? name : found;
    });
  }

  private nameOf({ commit, prepare }: Position): string {
    const place = this.places.get(commit);
    if (place === undefined) return `no event, ${commit}/${prepare}`;
    return this.positions[place - 1]?.prepare === prepare ? `#${place}` : `#${place} with prepare ${prepare}`;
  }
}
