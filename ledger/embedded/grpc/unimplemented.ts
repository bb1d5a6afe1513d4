import { type ServiceDefinition, status, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { RpcError } from './rpc-errors.ts';

/** The services of EventStoreDB that the node does not have, and what it says instead of them. */
const ABSENT: readonly { service: string; words: string; methods: readonly string[] }[] = [
  {
    service: 'event_store.client.persistent_subscriptions.PersistentSubscriptions',
    words: 'persistent subscriptions; follow a stream or $all with a catch-up subscription',
    methods: ['Create', 'Update', 'Delete', 'Read', 'GetInfo', 'ReplayParked', 'List', 'RestartSubsystem'],
  },
  {
    service: 'event_store.client.projections.Projections',
    words: 'projections; project in your own program from a catch-up subscription',
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
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    ]);
    const refuse = (_call: unknown, callback: (error: Error) => void) => callback(error);
    const handlers = Object.fromEntries(methods.map((method) => [method, refuse]));
    return { definition: Object.fromEntries(definition), handlers };
  });
}
