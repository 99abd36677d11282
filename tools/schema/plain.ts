// SQL as PostgreSQL prints it, in the style of our migrations: small keywords, lists with `in`, literals without the
// cast to text.

/** Strings, quoted names and everything between them. */
const parts = /('(?:[^']|'')*'|"(?:[^"]|"")*")/;

const outsideStrings = (text: string, change: (part: string) => string): string =>
  text
    .split(parts)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');

const shortWords = (part: string): string =>
  part
    .replace(/\b[A-Z][A-Z_]*\b/g, (word) => word.toLowerCase())
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree', '');

/** An expression on one line, as `case` and sub-selects are printed on several. */
export const onOneLine = (text: string): string =>
  outsideStrings(plain(text), (part) => part.replace(/\s+/g, ' ')).trim();

const list = String.raw`array\[('(?:[^']|'')*'(?:, '(?:[^']|'')*')*)\]`;

export const plain = (text: string): string =>
  outsideStrings(text, shortWords)
    .replace(/('(?:[^']|'')*')::text\b(?!\[)/g, '$1')
    // A sub-select of one call, with the name that PostgreSQL gives it and parentheses in which it stands alone.
    .replace(/\( ?select (\w+)\(([^()]*)\) as \1\)/g, '(select $1($2))')
    .replace(/\((\(select \w+\([^()]*\)\))\)(?!\))/g, '$1')
    .replace(new RegExp(String.raw`= any \(${list}\)`, 'g'), 'in ($1)')
    .replace(new RegExp(String.raw`<> all \(${list}\)`, 'g'), 'not in ($1)');
