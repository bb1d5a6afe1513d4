/// <reference types="vite/client" />
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });
const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint));

/** As a client of the API sees it: what is asked and answered as JSON Schema. */
function published({ request, response, ...rest }: Endpoint) {
  return {
    ...rest,
    request: request ? z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) : null,
    response: z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }),
  };
}

// Clients that were written against it go on working: whoever changes a call on purpose changes this file with it
// (`vitest run --project unit contracts/api/published -u`).
test('every call is as it was published', async () => {
  const nameOf = ({ path, method }: { path: string; method: string }) => `${path} ${method}`;
  const calls = endpoints.map(published);
  const sorted = calls.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  await expect(sorted.map((call) => `${JSON.stringify(call)}\n`).join('')).toMatchFileSnapshot(
    './testing/published-api.ndjson',
  );
});
