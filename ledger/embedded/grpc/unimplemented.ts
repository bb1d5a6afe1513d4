import {
  type handleBidiStreamingCall,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { RpcError } from './rpc-errors.ts';

type AbsentService = {
  readonly service: string;
  readonly words: string;
  readonly methods: readonly string[];
  /** What a client wants announced of each method before it makes the call. */
  readonly features?: readonly string[];
};

/** The services of EventStoreDB that the node does not have, and what it says instead of them. */
const ABSENT: readonly AbsentService[] = [
  {
    service: 'event_store.client.persistent_subscriptions.PersistentSubscriptions',
    words: 'persistent subscriptions; follow a stream or $all with a catch-up subscription',
    features: ['stream', 'all'],
    methods: ['Create', 'Update', 'Delete', 'Read', 'GetInfo', 'ReplayParked', 'List', 'RestartSubsystem'],
  },
  {
    service: 'event_store.client.projections.Projections',
    words: 'projections; project in your own program from a catch-up subscription',
    features: ['track_emitted_streams'],
    methods: [
      'Create',
      'Update',
      'Delete',
      'Statistics',
      'Disable',
      'Enable',
      'Reset',
      'State',
      'Result',
      'RestartSubsystem',
    ],
  },
  {
    service: 'event_store.client.users.Users',
    words: 'users; it listens on 127.0.0.1 only',
    methods: [
      'Create',
      'Update',
      'Delete',
      'Disable',
      'Enable',
      'Details',
      'ChangePassword',
      'ResetPassword',
    ],
  },
  {
    service: 'event_store.client.operations.Operations',
    words: 'scavenging, merging or elections; it is one node on one file',
    methods: [
      'StartScavenge',
      'StopScavenge',
      'Shutdown',
      'MergeIndexes',
      'ResignNode',
      'SetNodePriority',
      'RestartPersistentSubscriptions',
    ],
  },
  { service: 'event_store.client.monitoring.Monitoring', words: 'statistics', methods: ['Stats'] },
];

/**
 * Every call is refused as soon as it is opened, whatever the client has still to say: a method that takes a stream of
 * messages may never see its end. A client whose method takes or gives one message only reads the same answer.
 */
export function absentServices(): {
  definition: ServiceDefinition;
  handlers: UntypedServiceImplementation;
}[] {
  return ABSENT.map(({ service, words, methods }) => {
    const error = new RpcError(status.UNIMPLEMENTED, `The embedded event store has no ${words}.`);
    const bytes = (value: Buffer) => value;
    const definition = methods.map((method) => [
      method,
      {
        path: `/${service}/${method}`,
        requestStream: true,
        responseStream: true,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    ]);
    const refuse: handleBidiStreamingCall<Buffer, Buffer> = (call) => call.emit('error', error);
    const handlers = Object.fromEntries(methods.map((method) => [method, refuse]));
    return { definition: Object.fromEntries(definition), handlers };
  });
}

/**
 * A client that does not find these announced says by itself that the server is too old, or falls back to HTTP. Announced,
 * the call is made and the client shows what the node says.
 */
export function announcedForRefusal(): { service: string; method: string; features: readonly string[] }[] {
  return ABSENT.flatMap(({ service, methods, features }) =>
    features ? methods.map((method) => ({ service, method, features })) : [],
  );
}
