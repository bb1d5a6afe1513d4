import * as z from 'zod/mini';
import { USERNAME_MAX } from '../constants.ts';
import { validation } from '../messages.ts';
import { username } from '../username.ts';
import { endpoint } from './endpoint.ts';

export const changeUsername = endpoint({
  method: 'PUT',
  path: '/api/users/:walletAddress/username',
  summary: "Change the own username; the address must be the session's",
  access: 'session',
  request: z.object({
    username: z.pipe(
      z
        .string(validation.usernameEmpty)
        .check(
          z.trim(),
          z.minLength(1, { error: validation.usernameEmpty, abort: true }),
          z.maxLength(USERNAME_MAX, validation.usernamePattern),
        ),
      username,
    ),
  }),
  response: z.object({ username: z.string() }),
  command: true,
});
