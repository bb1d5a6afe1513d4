import type * as z from 'zod/mini';
import { refusals } from '../../../contracts/messages.ts';
import { HttpError } from '../http-error.ts';
import { faultInWords } from './fault-in-words.ts';

/**
 * The input as its schema gives it.
 * @throws HttpError 400 with the first fault's text and every field's own
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: faultInWords });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join('.');
    if (field !== '') fields[field] ??= message;
  }
  const first = parsed.error.issues[0]?.message ?? refusals.invalidRequest;
  throw new HttpError(400, 'InvalidRequest', first, { fields });
}
