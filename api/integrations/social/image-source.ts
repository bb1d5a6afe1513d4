import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import { uncounted } from '../../../projector/time-to-answer.ts';
import { imageType } from './image-form.ts';
import { isImageOf } from './platform-hosts.ts';
import { publicLookup } from './public-lookup.ts';

export type FetchedImage = { readonly bytes: Buffer; readonly contentType: string };

/** Fetches pictures of posts. */
export type ImageSource = {
  /** @throws ImageRefused, or the connection's own error */
  fetch(platform: ShownPlatform, address: string, signal: AbortSignal): Promise<FetchedImage>;
};

/** What came, or where it should come from, is not what is taken. */
export class ImageRefused extends Error {
  constructor(reason: string) {
    super(`the picture is not taken: ${reason}`);
    this.name = 'ImageRefused';
  }
}

/** Bytes of the largest picture. */
export const IMAGE_MAX_BYTES = 300_000;

/**
 * Takes pictures by https from the hosts that the platform has for them, at public addresses, without following
 * anybody elsewhere. No cookie and no token goes there.
 * @param base where they are fetched instead, the platform's host being the first part of the path; the operator's word
 *   counts for that place
 */
export function createImageSource(
  base: string | undefined,
  lookup: LookupFunction = publicLookup(),
): ImageSource {
  // No connection outlives its picture: the platforms are asked rarely.
  const agent = new Agent({ keepAlive: false });
  return {
    async fetch(platform, address, signal) {
      if (!isImageOf(platform, address)) throw new ImageRefused('it lies elsewhere');
      const given = new URL(address);
      const url =
        base === undefined ? given : new URL(`${base}/${given.hostname}${given.pathname}${given.search}`);
      const options = { headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' }, signal };
      const request =
        base === undefined
          ? httpsRequest(url, { ...options, agent, lookup })
          : url.protocol === 'https:'
            ? httpsRequest(url, options)
            : httpRequest(url, options);
      // Whoever waits is told below; what comes after that concerns nobody.
      request.on('error', () => undefined);
      request.end();
      try {
        return await uncounted(async () => {
          const [response] = await once(request, 'response');
          return imageIn(response);
        });
      } finally {
        request.destroy();
      }
    },
  };
}

async function imageIn(response: IncomingMessage): Promise<FetchedImage> {
  if (response.statusCode !== 200) throw new ImageRefused(`status ${response.statusCode}`);
  if (Number(response.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES) throw new ImageRefused('too large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > IMAGE_MAX_BYTES) throw new ImageRefused('too large');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const contentType = imageType(bytes);
  if (contentType === undefined) throw new ImageRefused('it is no PNG, JPEG, WebP or GIF');
  return { bytes, contentType };
}
