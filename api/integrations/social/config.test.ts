import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';

const x = { X_CLIENT_ID: 'app', X_BEARER_TOKEN: 'app-token', X_ACCOUNT_ID: '900', X_HANDLE: 'evo' };

test('without settings no platform is asked', () => {
  expect(readConfig({}).social).toEqual({
    twitter: undefined,
    youtube: undefined,
    instagram: undefined,
    dailyCalls: 5_000,
  });
});

test("a platform's settings belong together: each that is missing is named", () => {
  expect(readConfig(x).social.twitter).toMatchObject({
    apiBase: 'https://api.x.com',
    authorizeBase: 'https://x.com',
    clientSecret: undefined,
  });
  expect(() => readConfig({ X_CLIENT_ID: 'app', YOUTUBE_CHANNEL_ID: 'UC1' })).toThrow(
    /X_BEARER_TOKEN: [\s\S]*X_ACCOUNT_ID: [\s\S]*X_HANDLE: [\s\S]*YOUTUBE_CLIENT_ID: [\s\S]*YOUTUBE_CLIENT_SECRET: /,
  );
});

test('a secret at fault is not repeated', () => {
  try {
    readConfig({ ...x, X_BEARER_TOKEN: 'my secret token', X_ACCOUNT_ID: 'evo' });
    expect.fail('it was accepted');
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/X_BEARER_TOKEN: .*not shown[\s\S]*X_ACCOUNT_ID: /);
    expect(String(error)).not.toContain('my secret token');
  }
});

test('the channel is read with a key alone, users are asked about with the app, and both go together', () => {
  const reads = { YOUTUBE_API_KEY: 'a-google-key', YOUTUBE_CHANNEL_ID: 'UC1' };
  const asks = { YOUTUBE_CLIENT_ID: 'app', YOUTUBE_CLIENT_SECRET: 'app-secret', YOUTUBE_CHANNEL_ID: 'UC1' };
  expect(readConfig(reads).social).toMatchObject({
    youtube: undefined,
    youtubeChannel: { channelId: 'UC1' },
  });
  expect(readConfig(asks).social).toMatchObject({ youtube: { channelId: 'UC1' }, youtubeChannel: undefined });
  expect(readConfig({ ...reads, ...asks }).social).toMatchObject({
    youtube: { channelId: 'UC1' },
    youtubeChannel: { apiKey: 'a-google-key' },
  });
  expect(() => readConfig({ YOUTUBE_API_KEY: 'a-google-key' })).toThrow(/YOUTUBE_CHANNEL_ID: is required/);
  expect(() => readConfig({ ...reads, YOUTUBE_CLIENT_ID: 'app' })).toThrow(
    /YOUTUBE_CLIENT_SECRET: is required/,
  );
});

test('TikTok is read with all four of its settings', () => {
  expect(() => readConfig({ TIKTOK_HANDLE: 'evo' })).toThrow(
    /TIKTOK_CLIENT_KEY: [\s\S]*TIKTOK_CLIENT_SECRET: [\s\S]*TIKTOK_REFRESH_TOKEN: /,
  );
});

test('what stands in the place of a platform is taken with its path, and without a slash at its end', () => {
  const all = {
    ...x,
    ...{ YOUTUBE_CLIENT_ID: 'app', YOUTUBE_CLIENT_SECRET: 'app-secret', YOUTUBE_CHANNEL_ID: 'UC1' },
    ...{ X_API_URL: 'http://proxy.example/x/', YOUTUBE_API_URL: 'http://proxy.example//' },
    SOCIAL_IMAGES_URL: 'http://proxy.example/images/',
  };
  expect(readConfig(all).social).toMatchObject({
    twitter: { apiBase: 'http://proxy.example/x' },
    youtube: { apiBase: 'http://proxy.example', tokenBase: 'http://proxy.example' },
    imagesBase: 'http://proxy.example/images',
  });
});
