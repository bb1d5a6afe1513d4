import { existsSync } from 'node:fs';
import { describe, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { eventStoreContract } from './contract.ts';

/** https://hub.docker.com/r/eventstore/eventstore */
const IMAGE = 'eventstore/eventstore:24.10';
const DOCKER_SOCKET = '/var/run/docker.sock';

const url = process.env.EVENTSTORE_URL;
const hasDocker = Boolean(process.env.DOCKER_HOST) || existsSync(DOCKER_SOCKET);

if (url) {
  describe(`EventStoreDB at ${url}`, () => {
    eventStoreContract(async () => ({ connectionString: url, stop: async () => {} }));
  });
} else if (hasDocker) {
  describe(`EventStoreDB (${IMAGE})`, () => eventStoreContract(startContainer));
} else {
  process.stdout.write('The contract did not run on a real EventStoreDB: no EVENTSTORE_URL, no Docker.\n');
  describe('a real EventStoreDB', () => {
    // A real one comes by its address or as a container.
    test.skip('the contract did not run: no EVENTSTORE_URL, no Docker', () => {});
  });
}

async function startContainer() {
  const { GenericContainer, Wait } = await import('testcontainers');
  // Clients that discover by gossip connect to the address that the node advertises.
  const port = await freePort();
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'true',
      EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
      EVENTSTORE_ADVERTISE_NODE_PORT_TO_CLIENT_AS: String(port),
    })
    .withExposedPorts({ container: 2113, host: port })
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}
