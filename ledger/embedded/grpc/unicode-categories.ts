/** Unicode's general categories by the names that .NET and JavaScript share. */
const CATEGORIES = new Set(
  `C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs`.split(
    ' ',
  ),
);

const UNITS = 0x10000;
const classes = new Map<string, string>();

export function isCategory(name: string): boolean {
  return CATEGORIES.has(name);
}

/**
 * The UTF-16 units of some categories, or all the others, as the inside of a character class of a regular expression
 * without the flag `u`. A part that is no category stands for itself. A surrogate counts as what it is, category Cs.
 */
export function codeUnits(parts: readonly string[], which: 'these' | 'others' = 'these'): string {
  const key = `${which} ${parts.join(' ')}`;
  const known = classes.get(key);
  if (known !== undefined) return known;
  const inside = parts.map((part) => (isCategory(part) ? `\\p{${part}}` : part)).join('');
  const isOne = new RegExp(`^[${which === 'others' ? '^' : ''}${inside}]$`, 'u');
  let text = '';
  for (let from = 0; from < UNITS; from++) {
    if (!isOne.test(String.fromCharCode(from))) continue;
    let to = from;
    while (to + 1 < UNITS && isOne.test(String.fromCharCode(to + 1))) to++;
    text += `${unitEscape(from)}-${unitEscape(to)}`;
    from = to;
  }
  classes.set(key, text);
  return text;
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
