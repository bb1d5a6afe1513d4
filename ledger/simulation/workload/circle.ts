import type { Track } from '../../playlist/playlist.ts';
import type { Chance } from '../world/random.ts';

/** Who is who in one run: what the numbers of the workload stand for. */
export type Circle = { readonly chance: Chance };

/** The wallet of a user. */
export function addressOf({ chance }: Circle, user: number): string {
  return `0x${chance.hash(`wallet ${user}`).slice(0, 40)}`;
}

/** The wallet of an admin; 0 is the super admin's. The others are users, too. */
export function adminOf(circle: Circle, admin: number): string {
  return admin === 0 ? `0x${circle.chance.hash('admin 0').slice(0, 40)}` : addressOf(circle, admin);
}

/** The Idempotency-Key of a step. */
export function keyOf({ chance }: Circle, key: string): string {
  return chance.uuid(`key ${key}`);
}

export function emailOf({ chance }: Circle, email: number): string {
  return chance.hash(`email ${email}`);
}

/** In two cases, which are one name. */
export function nameOf(name: number): string {
  return name % 4 === 3 ? 'NAME_0' : `name_${name}`;
}

export function platformIdOf(id: number): string {
  return `id${id}`;
}

export function trackOf({ chance }: Circle, track: number): Track {
  return {
    trackId: chance.uuid(`track ${track}`),
    title: `Track ${track}`,
    artist: 'Nobody',
    // Two of them are of one name.
    filename: `track${track % 2}.mp3`,
    contentType: 'audio/mpeg',
    size: 1_000,
    sha256: chance.hash(`bytes of track ${track}`),
  };
}
