import type { ProductPromise } from './promise.ts';

/** Limits of time and number: sessions, callers, admins. */
export const limits: readonly ProductPromise[] = [
  {
    id: 'limit-all',
    promise: 'One caller makes so many requests, and no more: all.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('all', 1_200 * scale, 60)",
        to: "createRateLimit('all', 1_200_000_000 * scale, 60)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-names',
    promise: 'One account chooses so many names, and no more.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/resources/profile/profile-routes.ts',
        from: '    await parts.limits.names.take(session.userId);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/http/middleware/costly-calls.drill.test.ts',
        'who takes one name after the other is told to come again, and the ledger, which keeps each for ever, grows no more',
      ],
    ],
  },
  {
    id: 'limit-proofs',
    promise: 'One caller has so many proofs of draws made, and no more.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/resources/raffles/public-raffle-routes.ts',
        from: '    await parts.limits.proofs.take(ctx.ip);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/http/middleware/costly-calls.drill.test.ts',
        'who asks for one proof of a draw after the other, each of which keeps a replica from all others, is told to come again',
      ],
    ],
  },
  {
    id: 'limit-files',
    promise: 'One caller makes so many requests, and no more: files.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "limitHere('files', 3_000 * scale, 60)",
        to: "limitHere('files', 3_000_000_000 * scale, 60)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-sign-in',
    promise: 'One caller makes so many requests, and no more: sign-in.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('sign-in', 60 * scale, 60)",
        to: "createRateLimit('sign-in', 60_000_000 * scale, 60)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-commands',
    promise: 'One caller makes so many requests, and no more: commands.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('commands', 240 * scale, 60)",
        to: "createRateLimit('commands', 240_000_000 * scale, 60)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-mails',
    promise: 'One caller makes so many requests, and no more: mails.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('mails', 20 * scale, 600)",
        to: "createRateLimit('mails', 20_000_000 * scale, 600)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-mailboxes',
    promise: 'One caller makes so many requests, and no more: mailboxes.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('mailboxes', 3 * scale, 3_600)",
        to: "createRateLimit('mailboxes', 3_000_000 * scale, 3_600)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-own-mailbox',
    promise: 'One caller makes so many requests, and no more: own-mailbox.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('own-mailbox', 6 * scale, 3_600)",
        to: "createRateLimit('own-mailbox', 6_000_000 * scale, 3_600)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-verifications',
    promise: 'One caller makes so many requests, and no more: verifications.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('verifications', 60 * scale, 600)",
        to: "createRateLimit('verifications', 60_000_000 * scale, 600)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-social',
    promise: 'One caller makes so many requests, and no more: social.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('social', 20 * scale, 60)",
        to: "createRateLimit('social', 20_000_000 * scale, 60)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-social-day',
    promise: 'One caller makes so many requests, and no more: social-day.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/rate-limit.ts',
        from: "createRateLimit('social-day', 200 * scale, 86_400)",
        to: "createRateLimit('social-day', 200_000_000 * scale, 86_400)",
      },
    ],
    red: [
      [
        'api/http/middleware/rate-limit.test.ts',
        '%s: so many requests of one caller are let in, the next is told when to come again',
      ],
    ],
  },
  {
    id: 'limit-of-sign-ins-is-asked',
    promise: 'Sign-ins of one address are counted.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/resources/wallet/wallet-routes.ts',
        from: `    await limits.signIn.take(ctx.ip);
    const { message, expiresAt }`,
        to: '    const { message, expiresAt }',
      },
    ],
    red: [
      [
        'api/http/doors.int.test.ts',
        'is of the address that the trusted proxy saw, whatever the caller wrote before',
      ],
    ],
  },
  {
    id: 'limit-in-one-window',
    promise: 'The clock of one machine ends no window of a caller, and keeps none open.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/shared-limits.ts',
        from: "const NOW = '(extract(epoch from now()) * 1000)::bigint';",
        to: "const NOW = '$4::bigint';",
      },
      {
        file: 'api/http/middleware/shared-limits.ts',
        from: 'rows.map(({ milliseconds }) => milliseconds),',
        to: 'rows.map(({ milliseconds }) => milliseconds),\n    Date.now(),',
      },
    ],
    red: [
      [
        'api/http/middleware/shared-limits.int.test.ts',
        'a caller has one window at all replicas, whatever the clock of a machine says',
      ],
    ],
  },
  {
    id: 'limit-with-a-clock-put-back',
    promise:
      'Where the clock of Postgres is put back, nobody waits for the end of a window that began before.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'api/http/middleware/shared-limits.ts',
        from: ' and known.expire <= excluded.expire + ${APART_MS}`;',
        to: '`;',
      },
    ],
    red: [
      [
        'api/http/middleware/shared-limits.int.test.ts',
        'where the clock of Postgres is put back nobody waits for the end of a window that began before',
      ],
    ],
  },
  {
    id: 'accounts-with-a-clock-put-back',
    promise:
      'Where the clock of Postgres is put back, nobody waits for new accounts, or for mails, of before to be an hour old.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: 'from faucet.openings where network = caller_network and opened_at > since and opened_at <= latest;',
        to: 'from faucet.openings where network = caller_network and opened_at > since;',
      },
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: "and created_at > since and created_at <= asked_at + interval '1 minute'",
        to: 'and created_at > since',
      },
    ],
    red: [
      [
        'api/faucet/faucet.int.test.ts',
        'where the clock of Postgres is put back a network opens as many accounts again, and replicas that are apart count on',
      ],
      [
        'api/integrations/email/outbox.int.test.ts',
        'where the clock of Postgres is put back an address gets as many mails again, and replicas that are apart count on',
      ],
    ],
  },
  {
    id: 'raffle-with-a-clock-put-back',
    promise:
      'Where the clock of Postgres is put back, no raffle of before keeps another admin from starting one.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: 'and requested_at > asked_at - at_once and requested_at < asked_at + at_once',
        to: 'and requested_at > asked_at - at_once',
      },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        'who starts a raffle a day after another admin does not wait, where the clock of Postgres was put back meanwhile',
      ],
    ],
  },
  {
    id: 'silence-with-a-clock-put-back',
    promise:
      'Where the clock of Postgres is put back, a projector or a leader of the processes that is gone, frozen or behind is seen to be.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'projector/lead/read-lead.ts',
        from: "abs(extract(epoch from least(clock_timestamp() - beat_at, interval '10 years'))) as silent",
        to: "extract(epoch from least(clock_timestamp() - beat_at, interval '10 years')) as silent",
      },
      {
        file: 'projector/lead/beat.ts',
        from: 'when level_at > beat_at then beat_at else level_at end',
        to: 'else level_at end',
      },
      {
        file: 'projector/lead/take-lead.ts',
        from: "and lead.beat_at not ${wasWithin('$1')}`",
        to: 'and lead.beat_at < clock_timestamp() - make_interval(secs => $1)`',
      },
      {
        file: 'api/processes/leader-watch.ts',
        from: 'Math.abs(Number(age))',
        to: 'Math.max(0, Number(age))',
      },
    ],
    red: [
      [
        'projector/lead/take-lead.drill.test.ts',
        'where the clock of Postgres is put back a projector that is gone is missed, and what it wrote counts as left',
      ],
      [
        'projector/lead/take-lead.drill.test.ts',
        'where the clock of Postgres is put back a projector that is behind and stands still is seen to be',
      ],
      [
        'projector/lead/take-lead.drill.test.ts',
        'where the clock of Postgres is put back a projector that has frozen loses the lead all the same',
      ],
      [
        'api/processes/leader.drill.test.ts',
        'a leader of the processes that is gone is missed, where the clock of Postgres was put back since',
      ],
    ],
  },
  {
    id: 'limit-comes-first',
    promise: 'The limit by address comes before all work.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/middleware/limit-callers.ts',
        from: 'await (isApiPath(ctx.path) ? limits.all : limits.files).take(ctx.ip);',
        to: '',
      },
    ],
    red: [['api/http/doors.int.test.ts', 'comes before all work']],
  },
  {
    id: 'limit-of-commands-is-asked',
    promise: 'The commands of one user are counted.',
    source: 'README: limits',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: `    await parts.limits.commands.take(session.userId);
    const input = inputOf(endpoint, ctx);
    const key`,
        to: `    const input = inputOf(endpoint, ctx);
    const key`,
      },
    ],
    red: [['api/http/doors.int.test.ts', 'counts the commands of one user, wherever they call from']],
  },
  {
    id: 'limit-of-social-is-asked',
    promise: 'What one user asks of other platforms is counted.',
    source: 'README: limits',
    sabotage: [
      { file: 'api/resources/social/social-routes.ts', from: 'await limits.social.take(userId);', to: '' },
    ],
    red: [
      [
        'api/resources/social/social.int.test.ts',
        'too many attempts of one user are 429, and another user goes on',
      ],
    ],
  },
  {
    id: 'forwarded-address',
    promise: 'A header alone says nothing of where a caller is.',
    source: 'README: settings',
    sabotage: [{ file: 'api/http/caller-address.ts', from: '.at(-trustedHops)', to: '.at(0)' }],
    red: [['api/http/caller-address.test.ts', 'whatever the caller writes changes nothing']],
  },
  {
    id: 'session-week',
    promise: 'A session lives for a week.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/settings/settings.ts',
        from: `SESSION_HOURS: z._default(wholeNumber(1, 8_760), 168),
  SESSION_IDLE`,
        to: `SESSION_HOURS: z._default(wholeNumber(1, 8_760), 166_440),
  SESSION_IDLE`,
      },
    ],
    red: [['api/config.test.ts', 'sessions and the limit of what is paid without a signature']],
  },
  {
    id: 'session-ends',
    promise: 'A session ends a week after its sign-in, and three days after its last use.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: 'created_at > now() - $2 * ${MS} and last_seen_at > now() - $3 * ${MS}',
        to: '($2 * ${MS} is not null and $3 * ${MS} is not null)',
      },
    ],
    red: [['api/auth/sessions.int.test.ts', '%s, and not before']],
  },
  {
    id: 'session-expiry',
    promise: 'A session ends by the time that it was given.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: `const LIVES = \`expires_at > now()
  and `,
        to: `const LIVES = \`expires_at is not null
  and `,
      },
    ],
    red: [
      [
        'api/auth/sessions.int.test.ts',
        'at the time that it was given at its sign-in, whatever the settings say since',
      ],
    ],
  },
  {
    id: 'admin-session-ends',
    promise: "An admin's session ends twelve hours after its sign-in, and an hour after its last use.",
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/auth/session.ts',
        from: 'and (not for_admin or (created_at',
        to: 'and (not for_admin or true or (created_at',
      },
    ],
    red: [['api/auth/sessions.int.test.ts', "an admin's %s, whatever is asked first"]],
  },
  {
    id: 'cookie-secure',
    promise: 'A site on https gives its session to no plain connection.',
    source: 'threat 7',
    sabotage: [
      {
        file: 'api/http/session-cookie.ts',
        from: `      secure,
      path`,
        to: `      secure: false,
      path`,
      },
    ],
    red: [
      [
        'api/http/https-site.test.ts',
        'a site on https gives its session to no plain connection, and is never asked over one again',
      ],
    ],
  },
  {
    id: 'cookie-http-only',
    promise: 'No script of a page reads the session.',
    source: 'threat 7',
    sabotage: [{ file: 'api/http/session-cookie.ts', from: 'httpOnly: true', to: 'httpOnly: false' }],
    red: [
      [
        'api/http/https-site.test.ts',
        'a site on https gives its session to no plain connection, and is never asked over one again',
      ],
    ],
  },
  {
    id: 'cookie-same-site',
    promise: 'Another site sends no session along.',
    source: 'threat 7',
    sabotage: [{ file: 'api/http/session-cookie.ts', from: "sameSite: 'lax'", to: "sameSite: 'none'" }],
    red: [
      [
        'api/http/https-site.test.ts',
        'a site on https gives its session to no plain connection, and is never asked over one again',
      ],
    ],
  },
  {
    id: 'strict-transport',
    promise: 'A browser asks a site on https over no plain connection again.',
    source: 'threat 7',
    sabotage: [
      {
        file: 'api/http/middleware/security-headers.ts',
        from: 'strictTransportSecurity: https',
        to: 'strictTransportSecurity: false',
      },
    ],
    red: [
      [
        'api/http/https-site.test.ts',
        'a site on https gives its session to no plain connection, and is never asked over one again',
      ],
    ],
  },
  {
    id: 'reward-limit',
    promise: 'One admin alone sends no more than the limit of one reward.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/day.ts',
        from: "if (amount > limits.reward) throw new NeedsSecondAdmin('reward');",
        to: '',
      },
    ],
    red: [['ledger/rewards-by-hand/rewards-by-hand.test.ts', 'not the smallest part above it']],
  },
  {
    id: 'reward-limit-of-a-day',
    promise: 'Admins alone send no more than the limit of a day.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/day.ts',
        from: 'if (total + amount > limits.day) throw',
        to: 'if (amount > limits.day) throw',
      },
    ],
    red: [['ledger/rewards-by-hand/rewards-by-hand.test.ts', 'not the smallest part above that']],
  },
  {
    id: 'equal-rewards-of-one-moment',
    promise:
      'Of two equal rewards that are confirmed in the same moment, by who was told of neither, one is sent.',
    source: 'fault: two keys for one act',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/as-shown.ts',
        from: 'grant.amount === amount && !seen.adminGrants.has(grantId)',
        to: 'grant.amount === amount && !now.adminGrants.has(grantId)',
      },
    ],
    red: [
      ['ledger/rewards-by-hand/as-shown.test.ts', 'by pages %s are one, where neither was told of the other'],
    ],
  },
  {
    id: 'equal-requests-of-one-moment',
    promise:
      'Of two equal rewards that need a second admin, and are confirmed in the same moment, one is asked for.',
    source: 'fault: two keys for one act',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/as-shown.ts',
        from: 'authorize: asShown?.authorizeAlone ?? authorize,',
        to: 'authorize,',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/as-shown.test.ts',
        'are one: whoever asks second holds the right alone, and finds the first',
      ],
    ],
  },
  {
    id: 'equal-reward-that-waited',
    promise: 'Who was told that an equal reward waits approves no second one once that was sent.',
    source: 'fault: two keys for one act',
    sabotage: [
      {
        file: 'api/resources/admin-acts/sent-before.ts',
        from: "equal.state === 'waits' ? `${WAITS}${equal.id}` : equal.id",
        to: 'equal.id',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/two-equal-requests.int.test.ts',
        'who was shown that an equal one waits is asked anew once that was sent',
      ],
    ],
  },
  {
    id: 'asked-over-midnight',
    promise:
      'A reward whose sender was shown that a second admin is asked is not sent at once, be it a new day.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/send-reward.ts',
        from: 'if (reward.isToBeAsked) {',
        to: 'if (reward.isToBeAsked && reward.dryRun) {',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/as-shown.test.ts',
        'is not sent at once where a new day has begun meanwhile: nothing happens',
      ],
    ],
  },
  {
    id: 'equal-reward-told',
    promise:
      'Who is about to send a reward is told that the same amount was sent to the account within a day.',
    source: 'fault: two keys for one act',
    sabotage: [
      {
        file: 'api/resources/admin-acts/sent-before.ts',
        from: 'if (!equal) return undefined;',
        to: "if (!equal || equal.state === 'sent') return undefined;",
      },
    ],
    red: [
      [
        'api/resources/admin-acts/rewards-by-hand.int.test.ts',
        'to whoever sent it and to others, with whether it had the same reason, for a day',
      ],
    ],
  },
  {
    id: 'one-hand-in-any-case',
    promise: 'Nobody decides their own reward through a wallet that somebody whom they had named has named.',
    source: 'README: settings',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/hands.ts',
        from: 'hand = lowerCase(named.addedBy);',
        to: 'hand = named.addedBy;',
      },
    ],
    red: [['ledger/rewards-by-hand/rewards-by-hand.test.ts', 'is one in whatever case each wallet stands']],
  },
  {
    id: 'key-of-one-person',
    promise: 'Two people who choose the same key send two commands.',
    source: 'spec: Idempotency-Key',
    sabotage: [
      {
        file: 'api/http/middleware/idempotency.ts',
        from: 'return uuidv5(userId, key.toLowerCase());',
        to: "return uuidv5('anybody', key.toLowerCase());",
      },
    ],
    red: [
      [
        'api/http/middleware/idempotency.test.ts',
        'two people who choose the same key send two commands: neither is given the answer of the other',
      ],
    ],
  },
];
