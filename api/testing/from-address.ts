import type { TestClient } from './client.ts';

/**
 * The same client behind a proxy that names where its calls come from.
 * @param origin of the site, where it is not the address that is called
 */
export function fromAddress(client: TestClient, ip: string, origin?: string): TestClient {
  const headers = { 'x-forwarded-for': ip, ...(origin !== undefined && { origin }) };
  const post: TestClient['post'] = (path, body, more) => client.post(path, body, { ...headers, ...more });
  const sign: TestClient['sign'] = async () => {
    const walletAddress = client.account.address;
    const { body } = await post<{ message: string }>('/api/wallet/challenge', { walletAddress });
    const signature = await client.account.signMessage({ message: body.message });
    return { walletAddress, message: body.message, signature, walletType: 'metamask' };
  };
  return {
    ...client,
    post,
    sign,
    get: (path, more) => client.get(path, { ...headers, ...more }),
    connect: async (more = {}) => post('/api/wallet/connect', { ...(await sign()), ...more }),
  };
}
