import * as z from 'zod/mini';
import { NORMAL_FORM, SUM_FORM } from '../money.ts';

/** Building blocks of the event schemas. An event is a fact: its schema is strict and never edited, only versioned. */

export const amount = z.string().check(z.regex(NORMAL_FORM, 'an EVO amount in normal form'));
/** What amounts add up to, of one account or of many: it may have more digits than a single amount. */
export const sum = z.string().check(z.regex(SUM_FORM, 'a sum of EVO in normal form'));
export const uuid = z.uuid();
/** Checksum form for display; stream names carry the lower-case form. */
export const wallet = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));

/** Who caused an event. `system` is the program itself (a process manager); `user` and `admin` carry the session's wallet. */
export const actor = z.strictObject({
  kind: z.enum(['user', 'admin', 'system']),
  wallet: z.optional(wallet),
});
export type Actor = z.infer<typeof actor>;

/**
 * The right that an admin's act was done by. The super admin's is a setting; any other admin's stood in the stream
 * `admins` at this revision, so that anyone can check it afterwards.
 */
export const right = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('superAdmin') }),
  z.strictObject({ role: z.literal('admin'), adminsRevision: z.int().check(z.minimum(0)) }),
]);
export type Right = z.infer<typeof right>;

/** Metadata of every event. `prevHash` is the hash of the stream's previous event, null for its first. */
export const eventMetadata = z.strictObject({
  schemaVersion: z.int().check(z.minimum(1)),
  commandId: uuid,
  /** SHA-256 (hex) over the canonical JSON of the command's input: one key, one input. */
  inputHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  actor,
  /** RFC 3339, UTC, milliseconds; when the command was accepted by the API. */
  occurredAt: z.iso.datetime(),
  prevHash: z.nullable(z.string().check(z.regex(/^sha256-jcs:[0-9a-f]{64}$/))),
  correlationId: uuid,
  /** Only of what an admin did, and of no event before this was noted. */
  right: z.optional(right),
  /** Only of what a process did: the event of the ledger that it acted on, `C:<commit>/P:<prepare>`. */
  cause: z.optional(
    z.strictObject({
      process: z.string().check(z.regex(/^[a-z-]{1,40}$/)),
      position: z.string().check(z.regex(/^C:\d{1,20}\/P:\d{1,20}$/)),
    }),
  ),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** An event of a stream category: its type name, its data and the version of its schema. */
export type LedgerEventOf<Schemas extends EventSchemas> = {
  [Type in keyof Schemas & string]: {
    readonly type: Type;
    readonly data: Readonly<z.infer<Schemas[Type]['data']>>;
  };
}[keyof Schemas & string];

export type EventSchemas = Readonly<
  Record<string, { readonly version: number; readonly data: z.ZodMiniType }>
>;
