import type { ProductPromise } from '../promise.ts';

const JOURNEY = 'api/resources/social/x-journey.int.test.ts';
const BUDGET = 'api/resources/social/call-budget.int.test.ts';
const IMAGES = 'api/integrations/social/image-source.int.test.ts';

/** Threats 18 to 21 and 39: other platforms, and what they say. */
export const platformThreats: readonly ProductPromise[] = [
  {
    id: 'task-on-the-platforms-word',
    promise: 'A task is paid when the platform says that it was done, and not otherwise.',
    source: 'threat 18',
    sabotage: [
      {
        file: 'api/resources/social/ask-platform.ts',
        from: 'if (!answer.done) return no(socialTexts.notDone(name, taskType));',
        to: '',
      },
    ],
    red: [[JOURNEY, 'follow, like and retweet are paid on X’s word and on nothing else']],
  },
  {
    id: 'message-signed-by-meta',
    promise: 'A message counts when Meta has signed its very bytes.',
    source: 'threat 18',
    sabotage: [
      {
        file: 'api/integrations/social/instagram.ts',
        from: "return timingSafeEqual(expected, Buffer.from(hex, 'hex'));",
        to: "return expected.length === Buffer.from(hex, 'hex').length;",
      },
    ],
    red: [
      [
        'api/resources/social/youtube-instagram.int.test.ts',
        'what Meta did not sign is refused, and the code stays good',
      ],
    ],
  },
  {
    id: 'first-reservation-wins',
    promise: 'A platform account belongs to one user, however many want it at the same moment.',
    source: 'threat 19',
    sabotage: [
      {
        file: 'ledger/event-store.ts',
        from: '{ expectedRevision: expected ?? NO_STREAM }',
        to: "{ expectedRevision: stream.startsWith('social-') ? 'any' : (expected ?? NO_STREAM) }",
      },
    ],
    on: 'embedded node',
    red: [
      [
        'ledger/accounts/connect-social.test.ts',
        'of twenty users who race through two processes one gets it',
      ],
    ],
  },
  {
    id: 'server-chooses-the-post',
    promise: 'The server decides which post a task is about.',
    source: 'threat 20',
    sabotage: [
      {
        file: 'api/resources/social/task-posts.ts',
        from: "if (taskType === 'like') return latest;",
        to: "if (taskType === 'like') return announcement;",
      },
    ],
    red: [['api/resources/social/social.int.test.ts', 'the server decides which post it is about']],
  },
  {
    id: 'like-of-that-very-post',
    promise: 'A like of another post is no like of the one that was asked for.',
    source: 'threat 20',
    sabotage: [
      {
        file: 'api/integrations/social/x.ts',
        from: 'const done = data.some(({ id }) => id === post.id);',
        to: 'const done = data.some(({ id }) => id.startsWith(post.id));',
      },
    ],
    red: [
      [
        'api/integrations/social/x.int.test.ts',
        'like: only the post that the server chose, in the likes of the user itself',
      ],
    ],
  },
  {
    id: 'budget-of-the-day',
    promise: 'A platform is asked no oftener than its budget of the day allows, by all replicas together.',
    source: 'threat 21',
    sabotage: [
      {
        file: 'api/resources/social/call-budget.ts',
        from: 'set calls = taken.calls + 1 where taken.calls < $3`',
        to: 'set calls = taken.calls + 1 where taken.calls <= $3`',
      },
      {
        file: 'api/resources/social/call-budget.ts',
        from: 'set calls = taken.calls + 1 where taken.calls < $4`',
        to: 'set calls = taken.calls + 1 where taken.calls <= $4`',
      },
    ],
    red: [[BUDGET, 'is used up, by parallel calls of two replicas too, and full again at midnight UTC']],
  },
  {
    id: 'budget-for-verifications',
    promise: 'Posts and connections leave two fifths of the day’s calls to verifications.',
    source: 'threat 21',
    sabotage: [{ file: 'api/resources/social/call-budget.ts', from: 'posts: 30,', to: 'posts: 60,' }],
    red: [[BUDGET, 'keeps two fifths for verifications, whatever posts and connections take']],
  },
  {
    id: 'budget-of-one-account',
    promise: 'No account uses up the calls of the day for all.',
    source: 'threat 21',
    sabotage: [
      {
        file: 'api/resources/social/call-budget.ts',
        from: 'verify: { calls: 40, part: 50 }',
        to: 'verify: { calls: 400, part: 1 }',
      },
    ],
    red: [[BUDGET, 'is not spent by twenty-five wallets, and another one can still connect and verify']],
  },
  {
    id: 'pictures-from-the-platform',
    promise: 'A picture is asked of the platform’s own hosts and of nobody else.',
    source: 'threat 39',
    sabotage: [
      {
        file: 'api/integrations/social/platform-hosts.ts',
        from: 'hostname.endsWith(`.${host}`)',
        to: 'hostname.endsWith(host)',
      },
    ],
    red: [[IMAGES, 'at %s is asked of nobody']],
  },
  {
    id: 'pictures-at-public-addresses',
    promise: 'A platform’s name that leads into the own network leads nowhere.',
    source: 'threat 39',
    sabotage: [
      {
        file: 'api/integrations/social/public-lookup.ts',
        from: '!addresses.every(({ address })',
        to: '!addresses.some(({ address })',
      },
    ],
    red: [[IMAGES, "a platform's host that leads to %j is not connected to"]],
  },
  {
    id: 'pictures-by-their-bytes',
    promise: 'What is no picture by its bytes is not taken as one.',
    source: 'threat 39',
    sabotage: [
      {
        file: 'api/integrations/social/image-form.ts',
        from: "? 'image/webp' : undefined",
        to: "? 'image/webp' : 'image/svg+xml'",
      },
    ],
    red: [[IMAGES, 'that is %s is refused']],
  },
  {
    id: 'posts-lead-to-their-platform',
    promise: 'A post leads its visitor to the platform and nowhere else.',
    source: 'threat 39',
    sabotage: [
      {
        file: 'api/integrations/social/instagram-account.ts',
        from: "permalink: readPageUrl('instagram'),",
        to: 'permalink: z.string(),',
      },
    ],
    red: [['api/integrations/social/accounts.int.test.ts', 'a post at %s makes the answer unusable']],
  },
  {
    id: 'one-account-opens-no-breaker',
    promise: 'A platform that hangs for one account is asked about the others all the same.',
    source: 'fault 17',
    sabotage: [{ file: 'api/resources/social/social.ts', from: '      askedBy: askerOfCall,\n', to: '' }],
    red: [
      [
        'api/resources/social/one-account-hangs.int.test.ts',
        'a platform that hangs for one account is asked about the others all the same',
      ],
    ],
  },
];
