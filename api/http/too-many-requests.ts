import { refusals } from '../../contracts/messages.ts';
import { HttpError } from './http-error.ts';

/** A refusal for now, not for good. @param seconds after which to come again, as `Retry-After` says them */
export const tooManyRequests = (seconds: number): HttpError =>
  new HttpError(429, 'TooManyRequests', refusals.tooManyRequests, {
    headers: { 'Retry-After': String(seconds) },
  });
