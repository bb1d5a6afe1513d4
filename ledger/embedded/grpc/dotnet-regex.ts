import { codeUnits, isCategory } from './unicode-categories.ts';

/** Why an expression is refused; the message is the end of a sentence about it. */
export class DotNetRegexError extends Error {}

/**
 * EventStoreDB's filters are .NET's regular expressions. This reads one and writes it in JavaScript, in the words that
 * say the same there: .NET sees UTF-16 units, its `\d`, `\w`, `\s` and `\b` are Unicode's, `.` is all but a line feed,
 * and `$` stands before a last line feed too. What has no such words is refused, because a filter that
 * silently matches something else leaves events out. Throws DotNetRegexError.
 * https://learn.microsoft.com/dotnet/standard/base-types/regular-expression-language-quick-reference
 */
export function dotNetRegex(source: string): RegExp {
  let options: Options = { ignoreCase: false, multiline: false, singleLine: false };
  // Flags hold to the end of the group in which they stand.
  const outer: Options[] = [];
  let rest = source;
  let written = '';
  while (rest !== '') {
    const { text, length, inside } = element(rest, options);
    if (rest.startsWith(')')) options = outer.pop() ?? options;
    else if (text.startsWith('(') && rest.startsWith('(')) outer.push(options);
    if (inside) options = inside;
    written += text;
    rest = rest.slice(length);
  }
  try {
    return new RegExp(written);
  } catch {
    throw new DotNetRegexError('it is not a valid one');
  }
}

type Options = { readonly ignoreCase: boolean; readonly multiline: boolean; readonly singleLine: boolean };

/** A piece in JavaScript, and how many characters of the source it stands for. */
type Piece = {
  readonly text: string;
  readonly length: number;
  /** What holds from here on, where that changes. */
  readonly inside?: Options;
};

/** A piece that stands inside a character class. `many`: it is a class by itself and no end of a range. */
type Member = Piece & { readonly many: boolean };

/** Two characters that join words in .NET's `\b` and are not in its `\w`. */
const JOINERS = '\\u200c\\u200d';
const WORD = ['L', 'Mn', 'Nd', 'Pc'];

function element(rest: string, options: Options): Piece {
  const [character = ''] = rest;
  if (rest.startsWith('\\')) return anchor(rest) ?? inCase(escaped(rest, options), options);
  if (rest.startsWith('[')) return inCase(characterClass(rest, options), options);
  if (rest.startsWith('(')) return group(rest, options);
  if (rest.startsWith('{')) return repetition(rest);
  if (rest.startsWith('.')) return { text: options.singleLine ? '[^]' : '[^\\n]', length: 1 };
  if (rest.startsWith('^')) return { text: options.multiline ? '(?<=^|\\n)' : '^', length: 1 };
  if (rest.startsWith('$')) return { text: options.multiline ? '(?=\\n|$)' : '(?=\\n?$)', length: 1 };
  if ('|)*+?'.includes(character)) return { text: character, length: 1 };
  return inCase(literal(rest.charCodeAt(0), 1, options), options);
}

/** https://github.com/tc39/proposal-regexp-modifiers */
function inCase({ text, length }: Piece, { ignoreCase }: Options): Piece {
  return { text: ignoreCase ? `(?i:${text})` : text, length };
}

/** Where the text begins and ends. A filter looks for one match, from the beginning: `\G` is there. */
function anchor(rest: string): Piece | undefined {
  if (/^\\[AG]/.test(rest)) return { text: '^', length: 2 };
  if (rest.startsWith('\\z')) return { text: '$', length: 2 };
  return rest.startsWith('\\Z') ? { text: '(?=\\n?$)', length: 2 } : undefined;
}

/** Without references to them, groups with and without a name are the same to a filter. */
function group(rest: string, options: Options): Piece {
  const plain = /^\((?:\?(?:[:=!]|<[=!]))?(?!\?)/.exec(rest)?.[0];
  if (plain) return { text: plain === '(' ? '(?:' : plain, length: plain.length };
  const named = /^\(\?<[A-Za-z_]\w*>/.exec(rest)?.[0];
  if (named) return { text: '(?:', length: named.length };
  const flags = /^\(\?([imsn]*)(?:-([imsn]*))?([:)])/.exec(rest);
  if (flags) {
    const [{ length }, on, off = '', end] = flags;
    return { text: end === ':' ? '(?:' : '', length, inside: changed(options, on ?? '', off) };
  }
  const beginning = rest.slice(0, 3);
  if (/^\(\?[a-zA-Z-]/.test(rest)) {
    throw new DotNetRegexError(`the flags after '${beginning}' are not known`);
  }
  throw new DotNetRegexError(`the group that begins with '${beginning}' exists only in .NET`);
}

/** `n`, no groups without a name, changes nothing that a filter sees. */
function changed(options: Options, on: string, off: string): Options {
  const isOn = (flag: string, before: boolean) => (before || on.includes(flag)) && !off.includes(flag);
  return {
    ignoreCase: isOn('i', options.ignoreCase),
    multiline: isOn('m', options.multiline),
    singleLine: isOn('s', options.singleLine),
  };
}

function repetition(rest: string): Piece {
  const counts = /^\{\d+(,\d*)?\}/.exec(rest)?.[0];
  if (!counts) return { text: '\\{', length: 1 };
  if (/\d{10}/.test(counts)) throw new DotNetRegexError(`the repetition ${counts} is too large`);
  return { text: counts, length: counts.length };
}

function escaped(rest: string, options: Options): Piece {
  const kind = rest.slice(0, 2);
  if (kind !== '\\b' && kind !== '\\B') {
    const { text, length, many } = escapedMember(rest, options);
    return { text: many ? `[${text}]` : text, length };
  }
  const word = `[${codeUnits(WORD)}${JOINERS}]`;
  const edge = `(?<=${word})(?!${word})|(?<!${word})(?=${word})`;
  return { text: kind === '\\b' ? `(?:${edge})` : `(?!${edge})`, length: 2 };
}

function characterClass(rest: string, options: Options): Piece {
  let at = rest.startsWith('[^') ? 2 : 1;
  let text = rest.slice(0, at);
  // A bracket that comes first is one of the characters.
  for (const first = at; at === first || !rest.startsWith(']', at); ) {
    if (at > first && rest.startsWith('-[', at)) {
      // What is taken away comes last, and may have something taken away itself.
      const without = characterClass(rest.slice(at + 1), options);
      const end = at + 1 + without.length;
      if (!rest.startsWith(']', end))
        throw new DotNetRegexError('what a class subtracts is not its last part');
      return { text: `(?:(?!${without.text})${text}])`, length: end + 1 };
    }
    const from = member(rest.slice(at), options);
    at += from.length;
    text += from.text;
    if (!/^-[^\][]/.test(rest.slice(at, at + 2))) continue;
    const to = member(rest.slice(at + 1), options);
    if (from.many || to.many) throw new DotNetRegexError('a range of characters begins or ends with a class');
    at += 1 + to.length;
    text += `-${to.text}`;
  }
  return { text: `${text}]`, length: at + 1 };
}

const SUBTRACTION = 'a character class subtracts another one from nothing';

function member(rest: string, options: Options): Member {
  if (rest === '') throw new DotNetRegexError('a character class has no end');
  if (rest.startsWith('\\b')) return { text: '\\b', length: 2, many: false };
  if (rest.startsWith('\\')) return escapedMember(rest, options);
  if (rest.startsWith('[:')) throw new DotNetRegexError("'[:' in a character class is read by .NET alone");
  if (rest.startsWith('-[')) throw new DotNetRegexError(SUBTRACTION);
  return { ...literal(rest.charCodeAt(0), 1, options), many: false };
}

const CONTROLS: Readonly<Record<string, string>> = {
  '\\t': '\\t',
  '\\n': '\\n',
  '\\r': '\\r',
  '\\v': '\\v',
  '\\f': '\\f',
};

function escapedMember(rest: string, options: Options): Member {
  const kind = rest.slice(0, 2);
  const many = (text: string, length = 2): Member => ({ text, length, many: true });
  switch (kind) {
    case '\\':
      throw new DotNetRegexError('it ends with a backslash');
    case '\\d':
      return many(codeUnits(['Nd']));
    case '\\D':
      return many(codeUnits(['Nd'], 'others'));
    case '\\w':
      return many(codeUnits(WORD));
    case '\\W':
      return many(codeUnits(WORD, 'others'));
    case '\\s':
      return many(codeUnits(SPACE));
    case '\\S':
      return many(codeUnits(SPACE, 'others'));
    case '\\p':
    case '\\P': {
      const [whole, name = ''] = /^\\[pP]\{([^}]*)\}/.exec(rest) ?? [kind];
      if (!isCategory(name)) {
        throw new DotNetRegexError(
          `'${whole}' does not name a general category of Unicode in one or two letters`,
        );
      }
      if (options.ignoreCase && /^L[ult]$/.test(name)) {
        throw new DotNetRegexError(`'${whole}' together with (?i), which ignores the letter case`);
      }
      return many(codeUnits([name], kind === '\\P' ? 'others' : 'these'), whole.length);
    }
  }
  const control = CONTROLS[kind];
  if (control) return { text: control, length: 2, many: false };
  const code = /^\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4}))/.exec(rest);
  if (code) {
    const unit = Number.parseInt(code[1] ?? code[2] ?? '', 16);
    return { ...literal(unit, code[0].length, options), many: false };
  }
  if (/^\\[\w\u0080-\uffff]/.test(rest)) {
    throw new DotNetRegexError(`'${kind}' is unknown or means something else in JavaScript`);
  }
  return { ...literal(rest.charCodeAt(1), 2, options), many: false };
}

/** .NET's `\s`: the categories of separators and six controls. */
const SPACE = ['Z', '\\t-\\r', '\\x85'];

function literal(unit: number, length: number, options: Options): Piece {
  if (options.ignoreCase && unit > 0x7f) {
    throw new DotNetRegexError('(?i) is read alike for ASCII characters only');
  }
  return { text: `\\u${unit.toString(16).padStart(4, '0')}`, length };
}
