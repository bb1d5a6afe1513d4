import {
  EventStoreDBClient,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts';

let temporary: TemporaryStore;
let client: EventStoreDBClient;
let raw: Client;

beforeAll(async () => {
  temporary = await startTemporaryStore();
  const { connectionString, port } = temporary.store;
  client = EventStoreDBClient.connectionString(connectionString);
  raw = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});
afterAll(async () => {
  raw.close();
  await client.dispose();
  await temporary.dispose();
});

const REFUSED = /^12 UNIMPLEMENTED: The embedded event store has no /;
const settings = persistentSubscriptionToStreamSettingsFromDefaults;
const settingsOfAll = persistentSubscriptionToAllSettingsFromDefaults;

describe('what the official client asks for in vain', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['create', () => client.createPersistentSubscriptionToStream('s', 'g', settings())],
    ['create, $all', () => client.createPersistentSubscriptionToAll('g', settingsOfAll())],
    ['update', () => client.updatePersistentSubscriptionToStream('s', 'g', settings())],
    ['update, $all', () => client.updatePersistentSubscriptionToAll('g', settingsOfAll())],
    ['delete', () => client.deletePersistentSubscriptionToStream('s', 'g')],
    ['delete, $all', () => client.deletePersistentSubscriptionToAll('g')],
    ['info', () => client.getPersistentSubscriptionToStreamInfo('s', 'g')],
    ['info, $all', () => client.getPersistentSubscriptionToAllInfo('g')],
    ['replay', () => client.replayParkedMessagesToStream('s', 'g')],
    ['replay, $all', () => client.replayParkedMessagesToAll('g')],
    ['list', () => client.listAllPersistentSubscriptions()],
    ['list of a stream', () => client.listPersistentSubscriptionsToStream('s')],
    ['list, $all', () => client.listPersistentSubscriptionsToAll()],
    ['restart', () => client.restartPersistentSubscriptionSubsystem()],
    ['read', () => drain(client.subscribeToPersistentSubscriptionToStream('s', 'g'))],
    ['read, $all', () => drain(client.subscribeToPersistentSubscriptionToAll('g'))],
  ])('persistent subscriptions, %s', async (_method, ask) => {
    await expect(ask()).rejects.toThrow(REFUSED);
    await expect(ask()).rejects.toThrow(/follow a stream or \$all with a catch-up subscription/);
  });

  test.each([{}, { trackEmittedStreams: true }])('a projection with %o', async (options) => {
    const ask = client.createProjection('p', 'fromAll()', options);
    await expect(ask).rejects.toThrow(/no projections; project in your own program/);
  });
});

describe('a call of any kind is answered before the client has said all', () => {
  const SERVICES = {
    PersistentSubscriptions: persistent.PersistentSubscriptionsService,
    Projections: projections.ProjectionsService,
    Users: users.UsersService,
    Operations: operations.OperationsService,
    Monitoring: monitoring.MonitoringService,
  };
  const methods = Object.entries(SERVICES).flatMap(([name, service]) =>
    Object.values(service).map(({ path }) => [name, path] as const),
  );

  test.each(methods)('%s: %s', async (_service, path) => {
    expect(await answerToOpenCall(path)).toMatchObject({
      code: status.UNIMPLEMENTED,
      details: expect.stringMatching(/^The embedded event store has no /),
    });
  });

  test.each([
    ['of a service of another version', '/event_store.client.redaction.Redaction/SwitchChunks'],
    ['of the cluster', '/event_store.cluster.Gossip/Read'],
    ['of a service that the node has', '/event_store.client.streams.Streams/Rewrite'],
  ])('a method %s', async (_case, path) => {
    expect(await answerToOpenCall(path)).toMatchObject({ code: status.UNIMPLEMENTED });
  });
});

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

/** How the node answers a call that was opened and sends nothing, neither a message nor its end. */
function answerToOpenCall(path: string): Promise<ServiceError> {
  const bytes = (value: Buffer) => value;
  const call = raw.makeBidiStreamRequest(path, bytes, bytes);
  call.resume();
  return new Promise((resolve) => call.once('error', resolve));
}
