import { CHAIN_NAME } from './constants.ts';

/** A track that the program knows before its file is there. */
export type CatalogueTrack = {
  /** How pages name it. */
  readonly id: string;
  /** What its file must be called. */
  readonly filename: string;
  readonly title: string;
  readonly artist: string;
  /** Where its file answers once it was uploaded. */
  readonly path: string;
};

const known = (id: string, title: string): CatalogueTrack => ({
  id,
  filename: `${id}.mp3`,
  title,
  artist: CHAIN_NAME,
  path: `/api/music/files/${id}.mp3`,
});

/** In the order of the playlist. */
export const MUSIC_CATALOGUE: readonly CatalogueTrack[] = [
  known('the-evolution', 'The Evolution'),
  known('defi-dreams', 'DeFi Dreams'),
  known('blockchain-symphony', 'Blockchain Symphony'),
  known('digital-horizon', 'Digital Horizon'),
  known('evo-anthem', 'EVO Anthem'),
];

export function catalogueTrack(filename: string): CatalogueTrack | undefined {
  return MUSIC_CATALOGUE.find((track) => track.filename === filename);
}

/** Title and artist of a file that nobody has named: the catalogue's, else made from the file's name. */
export function namesOf(filename: string): { readonly title: string; readonly artist: string } {
  const { title, artist } = catalogueTrack(filename) ?? {
    title: titleOf(filename),
    artist: CHAIN_NAME,
  };
  return { title, artist };
}

/** `night_drive-02.mp3` → `Night Drive 02`. */
function titleOf(filename: string): string {
  const words = filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
    .replaceAll(/(^| )\p{Ll}/gu, (first) => first.toUpperCase());
  return [...(words === '' ? filename : words)].slice(0, TITLE_MAX).join('');
}

/** Characters; twice as many UTF-16 units at the most, which is what an event holds. */
const TITLE_MAX = 50;
