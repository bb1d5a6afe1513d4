import * as z from 'zod/mini';

/** The body of every answer that is not 2xx. `error` is a stable code, `message` a text for people. */
export const errorResponse = z.object({
  error: z.string(),
  message: z.string(),
  requestId: z.optional(z.string()),
  /** The fields at fault, for a form to mark. */
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
