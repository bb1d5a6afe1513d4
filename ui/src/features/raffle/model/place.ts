/** 1st, 2nd, 3rd, 4th … */
export function placeLabel(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  const ending = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[place % 10];
  return `${place}${ending ?? 'th'}`;
}
