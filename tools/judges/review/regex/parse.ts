// The regular expressions of contracts as trees: classes, groups, counts, anchors at any place. What is not regular
// (look-around, back references) is refused.

/** Inclusive ranges of code points. */
export type Ranges = readonly (readonly [number, number])[];
export const anyCharacter: Ranges = [[0, 0x10ffff]];

export type Regex =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'anchor'; readonly at: 'begin' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  | { readonly kind: 'either'; readonly parts: readonly Regex[] }
  | { readonly kind: 'repeat'; readonly part: Regex; readonly from: number; readonly to: number };

export class NotRegular extends Error {
  override readonly name = 'NotRegular';
}

const digits: Ranges = [[48, 57]];
const word: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const space: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const lineEnds: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

export function without(ranges: Ranges): Ranges {
  const rest: [number, number][] = [];
  let from = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > from) rest.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  if (from <= 0x10ffff) rest.push([from, 0x10ffff]);
  return rest;
}

export function parseRegex(source: string): Regex {
  new RegExp(source, 'u'); // what JavaScript refuses cannot be compared
  const parser = new Parser(source);
  return parser.either();
}

class Parser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = [...source];
  }

  #peek = (): string | undefined => this.#characters[this.#at];
  #take(): string {
    const taken = this.#characters[this.#at++];
    if (taken === undefined) throw new NotRegular('it ends too early');
    return taken;
  }
  #skip(expected: string): boolean {
    if (this.#characters.slice(this.#at, this.#at + expected.length).join('') !== expected) return false;
    this.#at += expected.length;
    return true;
  }

  either(): Regex {
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Regex) : { kind: 'either', parts };
  }

  #sequence(): Regex {
    const parts: Regex[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Regex {
    let part = this.#atom();
    for (let counts = this.#counts(); counts !== undefined; counts = this.#counts()) {
      this.#skip('?'); // lazy or greedy: the same texts match
      part = { kind: 'repeat', part, from: counts[0], to: counts[1] };
    }
    return part;
  }

  #counts(): readonly [number, number] | undefined {
    if (this.#skip('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#skip('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#skip('?')) return [0, 1];
    if (!this.#skip('{')) return undefined;
    let inside = '';
    while (!this.#skip('}')) inside += this.#take();
    const [from = '', to = from] = inside.split(',');
    return [Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to)];
  }

  #atom(): Regex {
    if (this.#skip('(')) return this.#group();
    if (this.#skip('[')) return { kind: 'set', ranges: this.#class() };
    const character = this.#take();
    if (character === '.') return { kind: 'set', ranges: without(lineEnds) };
    if (character === '^') return { kind: 'anchor', at: 'begin' };
    if (character === '$') return { kind: 'anchor', at: 'end' };
    if (character === '\\') return { kind: 'set', ranges: this.#escape(this.#take()) };
    return { kind: 'set', ranges: single(character) };
  }

  #group(): Regex {
    if (this.#skip('?<') && !'=!'.includes(this.#peek() ?? '')) while (this.#take() !== '>');
    else if (!this.#skip('?:') && (this.#peek() === '?' || '=!'.includes(this.#peek() ?? ' ')))
      throw new NotRegular('it looks ahead or behind');
    const inside = this.either();
    if (!this.#skip(')')) throw new NotRegular('a group does not end');
    return inside;
  }

  #class(): Ranges {
    const negated = this.#skip('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#skip(']')) {
      const from = this.#classItem();
      const first = from[0];
      if (
        from.length === 1 &&
        first !== undefined &&
        first[0] === first[1] &&
        this.#peek() === '-' &&
        this.#characters[this.#at + 1] !== ']'
      ) {
        this.#take();
        const to = this.#classItem()[0]?.[1] ?? first[1];
        ranges.push([first[0], to]);
      } else ranges.push(...from);
    }
    return negated ? without(ranges) : ranges;
  }

  #classItem(): Ranges {
    const character = this.#take();
    return character === '\\' ? this.#escape(this.#take()) : single(character);
  }

  #escape(letter: string): Ranges {
    if (letter === 'd') return digits;
    if (letter === 'D') return without(digits);
    if (letter === 'w') return word;
    if (letter === 'W') return without(word);
    if (letter === 's') return space;
    if (letter === 'S') return without(space);
    if (letter === 'x') return code(this.#take() + this.#take());
    if (letter === 'u')
      return code(this.#skip('{') ? this.#until('}') : Array.from({ length: 4 }, () => this.#take()).join(''));
    const control = controls[letter];
    if (control !== undefined) return [[control, control]];
    if (/[A-Za-z1-9]/.test(letter)) throw new NotRegular(`it uses \\${letter}`);
    return single(letter);
  }

  #until(last: string): string {
    let taken = '';
    while (!this.#skip(last)) taken += this.#take();
    return taken;
  }
}

const code = (hexadecimal: string): Ranges => [[Number.parseInt(hexadecimal, 16), Number.parseInt(hexadecimal, 16)]];
const single = (character: string): Ranges => [[character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0]];
