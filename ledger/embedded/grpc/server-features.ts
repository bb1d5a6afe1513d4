import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { announcedForRefusal } from './unimplemented.ts';

/** The version whose behaviour the node follows. Clients switch features on and off by it. */
export const SERVER_VERSION = '24.10.4';

const STREAMS = 'event_store.client.streams.streams';
const METHODS: readonly { service: string; method: string; features: readonly string[] }[] = [
  { service: STREAMS, method: 'read', features: ['position', 'events'] },
  { service: STREAMS, method: 'append', features: [] },
  { service: STREAMS, method: 'batchappend', features: ['deadline_duration'] },
  { service: STREAMS, method: 'delete', features: [] },
  { service: STREAMS, method: 'tombstone', features: [] },
  { service: 'event_store.client.gossip.gossip', method: 'read', features: [] },
  {
    service: 'event_store.client.server_features.serverfeatures',
    method: 'getsupportedmethods',
    features: [],
  },
];

/** `event_store.client.server_features.SupportedMethods` */
export function supportedMethods(): Buffer {
  const message = new features.SupportedMethods();
  message.setEventStoreServerVersion(SERVER_VERSION);
  for (const { service, method, features: names } of [...METHODS, ...announcedForRefusal()]) {
    const entry = new features.SupportedMethod();
    // EventStoreDB writes them in small letters.
    entry.setServiceName(service.toLowerCase());
    entry.setMethodName(method.toLowerCase());
    entry.setFeaturesList([...names]);
    message.addMethods(entry);
  }
  return Buffer.from(message.serializeBinary());
}
