import { placeIn, type TestClient } from './client.ts';

/** The account as its owner sees it, once the read models have what the answer `after` did. */
export async function ownUser(
  client: Pick<TestClient, 'get'>,
  after?: { readonly headers: Headers },
): Promise<Record<string, unknown>> {
  const place = after && placeIn(after);
  const { body } = await client.get<{ user: Record<string, unknown> }>('/api/dashboard', place);
  return body.user;
}
