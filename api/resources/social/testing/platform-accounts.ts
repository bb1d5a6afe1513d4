import type { FakePlatform } from '../../../integrations/social/testing/fake-platform.ts';

/** One server for all platforms, which know the program's account; its id on X is 900, and it has two posts there. */
export function answerAsPlatforms(platform: FakePlatform): void {
  platform.on('GET /2/users/900', {
    data: {
      id: '900',
      pinned_tweet_id: '3',
      public_metrics: { followers_count: 1_200, tweet_count: 34 },
    },
    includes: {
      tweets: [
        {
          id: '3',
          text: 'pinned',
          created_at: '2026-01-01T00:00:00.000Z',
          public_metrics: { like_count: 9, reply_count: 4 },
        },
      ],
    },
  });
  platform.on('GET /2/users/900/tweets', {
    data: [
      {
        id: '8',
        text: 'new &amp; &lt;true&gt;',
        created_at: '2026-02-01T10:00:00.000Z',
        public_metrics: { like_count: 5, reply_count: 2, retweet_count: 1 },
        attachments: { media_keys: ['3_1'] },
      },
      { id: '7', text: 'older', created_at: '2026-01-31T10:00:00.000Z' },
      { id: '6', text: 'oldest' },
    ],
    includes: { media: [{ media_key: '3_1', type: 'photo', url: 'https://pbs.twimg.com/media/one.jpg' }] },
  });
  platform.on('GET /youtube/v3/channels', {
    items: [
      {
        id: 'UCprogram',
        snippet: { customUrl: '@evo.channel' },
        statistics: { subscriberCount: '4500', hiddenSubscriberCount: false, videoCount: '12' },
        contentDetails: { relatedPlaylists: { uploads: 'UUprogram' } },
      },
    ],
  });
  platform.on('GET /youtube/v3/playlistItems', {
    items: [{ contentDetails: { videoId: 'vid_2' } }, { contentDetails: { videoId: 'vid-1' } }],
  });
  platform.on('GET /youtube/v3/videos', {
    items: [
      video('vid-1', 'The first', { likeCount: '3' }),
      video('vid_2', 'The second', { likeCount: '7', commentCount: '1' }),
    ],
  });
  platform.on('GET /v23.0/me', { id: '1', followers_count: 800, media_count: 2 });
  platform.on('GET /v23.0/me/media', {
    data: [
      {
        id: '17',
        caption: 'A reel',
        media_type: 'VIDEO',
        media_url: 'https://scontent-a.cdninstagram.com/v/reel.mp4?oh=1',
        thumbnail_url: 'https://scontent-a.cdninstagram.com/v/reel.jpg?oh=1',
        permalink: 'https://www.instagram.com/reel/abc/',
        timestamp: '2026-02-01T10:00:00+0000',
        like_count: 11,
        comments_count: 0,
      },
    ],
  });
  platform.on('POST /v2/oauth/token/', {
    access_token: 'tiktok-access',
    expires_in: 86_400,
    refresh_token: 'tiktok-refresh-2',
    open_id: 'o',
    scope: 'user.info.stats,video.list',
    token_type: 'Bearer',
  });
  platform.on('GET /v2/user/info/', {
    data: { user: { follower_count: 60, video_count: 1 } },
    error: { code: 'ok', message: '' },
  });
  platform.on('POST /v2/video/list/', {
    data: {
      videos: [
        {
          id: '73',
          title: '',
          video_description: 'A dance of events',
          cover_image_url: 'https://p16-sign.tiktokcdn-us.com/obj/cover.jpeg?x-expires=1',
          share_url: 'https://www.tiktok.com/@evo/video/73?utm_source=app',
          create_time: 1_769_904_000,
          like_count: 2,
          comment_count: 1,
        },
      ],
      has_more: false,
    },
    error: { code: 'ok', message: '' },
  });
}

function video(id: string, title: string, statistics: Readonly<Record<string, string>>) {
  const thumbnails = { high: { url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 480, height: 360 } };
  return { id, snippet: { title, publishedAt: '2026-02-01T10:00:00Z', thumbnails }, statistics };
}

/** The settings with which a program asks that server for everything. */
export function accountSettings(url: string, imagesUrl: string): Readonly<Record<string, string>> {
  return {
    X_CLIENT_ID: 'x-app',
    X_BEARER_TOKEN: 'x-app-token',
    X_ACCOUNT_ID: '900',
    X_HANDLE: 'evo',
    X_API_URL: url,
    YOUTUBE_API_KEY: 'youtube-app-key',
    YOUTUBE_CHANNEL_ID: 'UCprogram',
    YOUTUBE_API_URL: url,
    INSTAGRAM_APP_SECRET: 'instagram-app-secret',
    INSTAGRAM_VERIFY_TOKEN: 'instagram-verify-token',
    INSTAGRAM_ACCESS_TOKEN: 'instagram-access-token',
    INSTAGRAM_HANDLE: 'evo.gram',
    INSTAGRAM_API_URL: url,
    TIKTOK_CLIENT_KEY: 'tiktok-client-key',
    TIKTOK_CLIENT_SECRET: 'tiktok-client-secret',
    TIKTOK_REFRESH_TOKEN: 'tiktok-refresh-1',
    TIKTOK_HANDLE: 'evo',
    TIKTOK_API_URL: url,
    SOCIAL_IMAGES_URL: imagesUrl,
  };
}
