import type { ProductPromise } from '../promise.ts';

const EMAIL = 'api/resources/email/email.int.test.ts';
const SEALED = 'the ledger holds the address only sealed, and no hash that could be tried out';

/** Threats 23 to 25, 32 and 38: mailboxes, mails and what is kept of people. */
export const emailThreats: readonly ProductPromise[] = [
  {
    id: 'one-mailbox-one-account',
    promise: 'All spellings of one mailbox are one account.',
    source: 'threat 23',
    sabotage: [
      {
        file: 'contracts/email-providers.ts',
        from: "nameOf: (local) => local.replaceAll('.', ''),",
        to: 'nameOf: (local) => local,',
      },
    ],
    red: [
      ['contracts/canonical-email.test.ts', '%s reaches %s'],
      [EMAIL, 'forty spellings without a wallet are one account'],
    ],
  },
  {
    id: 'strict-addresses',
    promise: 'What is not plainly one address gets no mail.',
    source: 'threat 24',
    sabotage: [
      {
        file: 'contracts/email.ts',
        from: 'z.refine((text) => isEmail(text), validation.emailInvalid)',
        to: "z.refine((text) => text.includes('@'), validation.emailInvalid)",
      },
    ],
    red: [['api/resources/email/email-privacy.drill.test.ts', '%j is refused, and no mail goes out']],
  },
  {
    id: 'strict-addresses-in-the-transport',
    promise: 'The mail library never sees what is not plainly one address.',
    source: 'threat 24',
    sabotage: [
      {
        file: 'api/integrations/email/transport.ts',
        from: "if (!isEmail(message.to)) return { kind: 'refused', reason: 'not an address' };",
        to: '',
      },
    ],
    red: [['api/integrations/email/mailer.int.test.ts', 'the transport hands %j to no server']],
  },
  {
    id: 'owners-share-of-mails',
    promise: 'Strangers use up nothing of what a mailbox’s owner may ask for.',
    source: 'threat 24',
    sabotage: [
      {
        file: 'api/resources/email/email-routes.ts',
        from: 'if (session && own !== undefined && [now, former].includes(own)) {',
        to: "if (session && own === '' && [now, former].includes(own)) {",
      },
    ],
    red: [
      [
        'api/resources/email/email-limits.drill.test.ts',
        "strangers, signed in or not, use up nothing of the owner's: neither answers nor mails",
      ],
    ],
  },
  {
    id: 'link-works-in-any-browser',
    promise: 'A mailed link verifies in a browser where nobody is signed in.',
    source: 'threat 25',
    sabotage: [
      {
        file: 'api/resources/email/email-routes.ts',
        from: 'await requireAgreed(parts, link?.userId, account, session);',
        to: "if (!session) throw new HttpError(401, 'NotSignedIn', refusals.notSignedIn);",
      },
    ],
    red: [[EMAIL, 'opening the link uses nothing up, and another browser without a session can verify']],
  },
  {
    id: 'link-works-once',
    promise: 'A mailed link verifies once, however often it is sent at the same moment.',
    source: 'threat 25',
    sabotage: [
      {
        file: 'api/integrations/email/tokens.ts',
        from: 'set used_by = $3, redeemer = null, redeeming_until = null',
        to: 'set redeemer = null, redeeming_until = case when $3::uuid is null then now() end',
      },
      {
        file: 'ledger/accounts/email.ts',
        from: 'if (state.email.verified) throw new EmailAlreadyVerified();',
        to: '',
      },
    ],
    red: [[EMAIL, 'fifty at once: one succeeds and pays once']],
  },
  {
    id: 'link-of-another-account',
    promise: 'Who is signed in to one account is asked before a link verifies another.',
    source: 'threat 25',
    sabotage: [
      {
        file: 'api/resources/email/email-routes.ts',
        from: 'expected === undefined || expected === ofLink) return;',
        to: 'expected === undefined || expected === ofLink || !agreed) return;',
      },
    ],
    red: [
      [
        'api/resources/email/email-account.int.test.ts',
        'who is signed in to another account is asked first, and the link stays good',
      ],
    ],
  },
  {
    id: 'no-network-address-in-events',
    promise: 'No event says from where somebody called.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/http/serve.ts',
        from: 'note(session.walletAddress, `${endpoint.method} ${endpoint.path}`);',
        to: 'note(session.walletAddress, `${endpoint.method} ${endpoint.path} ${ctx.ip}`);',
      },
    ],
    red: [
      [
        'api/resources/profile/personal-data.int.test.ts',
        'no event of all that people do holds an email address, a token or where they called from',
      ],
    ],
  },
  {
    id: 'no-address-in-a-reason',
    promise: 'No admin writes an address into the ledger, where nobody could erase it.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'contracts/api/reason-input.ts',
        from: '(text) => !namesAddress(text)',
        to: '(text) => text === text.trim()',
      },
    ],
    red: [
      [
        'contracts/api/inputs.test.ts',
        'a reason, which stays in the ledger for ever, names no mailbox and no machine',
      ],
    ],
  },
  {
    id: 'keyed-hash-of-a-mailbox',
    promise: 'Nobody who reads the ledger can try addresses out.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/vault/vault.ts',
        from: "createHmac('sha256', hashKey).update(text)",
        to: "createHmac('sha256', 'evo-rewards').update(text)",
      },
    ],
    red: [
      [
        'api/vault/vault.int.test.ts',
        'is one for all spellings, the same in every replica, and needs the key',
      ],
    ],
  },
  {
    id: 'plain-hash-of-a-mailbox',
    promise: 'The ledger holds no plain hash of an address.',
    source: 'threat 32',
    sabotage: [
      {
        file: 'api/vault/vault.ts',
        from: 'emailHash: (address) => hashOf(canonicalEmail(address)),',
        to: "emailHash: (address) => hash('sha256', canonicalEmail(address)),",
      },
      {
        file: 'api/vault/vault.ts',
        from: 'import { createHmac, ',
        to: 'import { createHmac, hash, ',
      },
    ],
    red: [[EMAIL, SEALED]],
  },
  {
    id: 'links-of-our-own-site',
    promise: 'Every link of a mail leads to the site’s own address, whatever a request calls it.',
    source: 'threat 38',
    sabotage: [
      {
        file: 'api/http/middleware/limit-callers.ts',
        from: "    const forwarded = ctx.req.headers['x-forwarded-for'];",
        to: `    process.env.NAMED_HOST = ctx.get('X-Forwarded-Host') || ctx.host;
    const forwarded = ctx.req.headers['x-forwarded-for'];`,
      },
      {
        file: 'api/integrations/email/compose.ts',
        from: 'return `${publicUrl}/verify-email?token=${token}`;',
        to: 'return `https://${process.env.NAMED_HOST ?? publicUrl}/verify-email?token=${token}`;',
      },
    ],
    red: [['api/http/host-header.int.test.ts', 'with %j every link of a mail is the site’s own']],
  },
];
