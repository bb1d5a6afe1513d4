import type { Sentence } from './sentence.ts';

const screen = 'ui/e2e/admin-music.screens.e2e.ts';
const api = 'api/resources/music/music.int.test.ts';
const uploads = 'ui/src/features/admin-music/model/uploads.test.ts';
const whole = 'files are chosen, each with its status, and uploaded; a track plays, and is removed';
const failures = 'an upload without an address, and one that is refused, say so; another try goes through';
const panel = 'ui/e2e/admin.e2e.ts';

/** The music that admins manage: screens, states, checks, rights, calls and texts. */
export const adminMusic: readonly Sentence[] = [
  [
    'the Music tab stands before Activity History: six tabs for the super admin, five for others',
    ['Music', 'Activity History', 5],
    [panel, 'who is not connected, who is no admin, and who is: three states of one page'],
    [panel, 'an admin who is added can act at once; one who is removed loses the panel'],
  ],
  [
    'the uploader selects audio files, uploads all, removes pending ones, and shows each one’s status',
    ['Select audio files', 'Upload All', 'Pending', 'Uploaded', 'dropped.mp3'],
    [screen, whole],
    [screen, 'files are dropped as well as selected'],
  ],
  [
    'a note lists five tracks with their paths, whose files must have exactly those names',
    [5, '/api/music/files/', 'the-evolution', 'evo-anthem'],
    [screen, whole],
    [
      'contracts/music-catalogue.test.ts',
      'five tracks are known, each by a name, a title and a path of its own',
    ],
    [api, 'takes title and artist from the catalogue, from the admin, or from its name'],
  ],
  [
    'an upload is pending, uploading, success or error',
    ['pending', 'uploading', 'success', 'error', 'Pending', 'Uploading', 'Uploaded'],
    [
      uploads,
      'all go one after the other: uploading with its progress, then success or error with the reason',
    ],
    [uploads, 'what failed is tried again, alone'],
    [screen, whole],
  ],
  [
    'the uploader accepts only files whose type starts with audio/',
    ['audio/mpeg', 'text/plain', 'audio/*', 415],
    ['ui/src/features/admin-music/model/file-fault.test.ts', 'a file of type "%s" with %d bytes'],
    [screen, whole],
    [api, 'of type "%s" is refused, and its address stays good'],
  ],
  [
    'an admin manages music, nobody else',
    [403, "You don't have admin access", 'MusicTrack'],
    [
      'api/resources/admin-acts/admin-rights.int.test.ts',
      "a user's session: 403 with the own wallet, without, and with the super admin's",
    ],
    [api, 'of an admin who was removed meanwhile is refused, and nothing is kept'],
    [api, 'of an admin who is removed while the bytes come is refused too'],
  ],
  [
    'GET /api/music/tracks: tracks with id, title, artist, url',
    ['id', 'title', 'artist', 'url'],
    [api, 'arrives byte for byte, is hashed, listed at once, and stands in the history'],
  ],
  [
    'POST /api/music/upload {filename}: uploadURL, and a PUT of the file to it with its content type',
    ['audio/mpeg', 200, 404, 'This upload link is unknown, was used before or has expired.'],
    [api, 'arrives byte for byte, is hashed, listed at once, and stands in the history'],
    [api, 'makes one track; the same bytes sent again are told what they came to, others are refused'],
    [api, 'is unknown once its track was removed, or replaced by another file'],
    [api, 'expires after fifteen minutes, and what was not used is swept up'],
  ],
  [
    'Upload Failed: no upload URL, or the file could not be uploaded',
    ['Upload Failed', 'No room today', 'The server could not be reached'],
    [screen, failures],
  ],
  ['Upload Successful', ['Upload Successful'], [screen, whole], [screen, failures]],
  [
    'Failed to fetch music tracks',
    ['Failed to fetch music tracks'],
    [screen, 'tracks that cannot be fetched say so, and are asked for again'],
    [
      'ui/e2e/player.screens.e2e.ts',
      'without tracks it is not there; tracks that cannot be fetched say so, and are asked for again',
    ],
  ],
];
