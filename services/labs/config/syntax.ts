// What is wrong with a file that is not YAML, in the words of authors of lab configurations.
import { type Document, isScalar, visit, type YAMLParseError } from 'yaml';

type SyntaxMistake = { readonly offset: number; readonly rule: 'syntax'; readonly message: string };

/** One for each place: what the library says after its first word there follows from that. */
export function syntaxMistakes(text: string, document: Document.Parsed): SyntaxMistake[] {
  const byOffset = new Map<number, SyntaxMistake>();
  // Some search the document for what they mean.
  for (const error of document.errors.slice(0, 100)) {
    const [offset] = error.pos;
    const mistake = {
      offset,
      rule: 'syntax',
      message: plain(error.message),
      ...inOurWords(text, document, error),
    } as const;
    if (!byOffset.has(mistake.offset)) byOffset.set(mistake.offset, mistake);
  }
  return [...byOffset.values()];
}

type Words = { readonly message: string; readonly offset?: number } | null;

function inOurWords(text: string, document: Document.Parsed, { code, message, pos: [offset] }: YAMLParseError): Words {
  switch (code) {
    case 'MULTIPLE_DOCS':
      return { message: 'the file must contain exactly one document' };
    case 'TAB_AS_INDENT':
      return { message: 'is indented with a tab; YAML allows only spaces, for example two per level' };
    case 'BAD_INDENT':
      if (!message.endsWith('same column')) return closed(message);
      return { message: 'is not aligned with its neighbours; entries of the same level must start in the same column' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { message: /:(\s|$)/.test(lineFrom(text, offset)) ? secondColon : deeperBelow };
    case 'MULTILINE_IMPLICIT_KEY':
      if (/^-\s/.test(text.slice(offset))) return { message: 'starts a list item outside a list' };
      return { message: noColon };
    case 'BAD_SCALAR_START':
      return inQuotes(text.charAt(offset));
    case 'MISSING_CHAR':
      if (/^Implicit map key/.test(message)) return { message: noColon };
      if (/^Sequence item/.test(message))
        return { message: 'must start with "- ", or be indented like the entry that it belongs to' };
      return /quote$/.test(message) ? openQuote(document, offset) : closed(message);
    default:
      return /^Unexpected (\w|-)+ at node end$/.test(message) ? behindEnd(text, offset) : null;
  }
}

const secondColon = 'has a second colon; put text with a colon in quotes, and nested names on separate lines';
const noColon = 'must be "name: value" with a space after the colon, or be indented to belong to the line above';
const deeperBelow = 'already has a value, so the next line must not be indented further';

const inQuotes = (begin: string) => ({ message: `a value that starts with ${begin} must be in quotes` });

function lineFrom(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, end === -1 ? text.length : end);
}

/** `flow map in block collection must be ... and end with a }`: the end is what everybody sees. */
function closed(message: string): Words {
  const end = /\bend with an? ([\]}])$/.exec(message)?.[1];
  return end === undefined ? null : { message: `the closing ${end} is missing` };
}

/** The library gives the position where the file ends; the open quote is where the text begins. */
function openQuote(document: Document.Parsed, end: number): Words {
  let found: { quote: string; offset: number } | undefined;
  visit(document, {
    Scalar(_, node) {
      const [start = 0, , stop = 0] = node.range ?? [];
      if (isScalar(node) && node.type?.startsWith('QUOTE') && stop >= end)
        found = { quote: node.type === 'QUOTE_SINGLE' ? "'" : '"', offset: start };
    },
  });
  return found === undefined ? null : { offset: found.offset, message: `the closing ${found.quote} is missing` };
}

function behindEnd(text: string, offset: number): Words {
  const before = text.slice(Math.max(0, offset - 500), offset);
  // `image: {registry_url}/shell` is a mapping with something behind it to YAML; who wrote it meant text.
  const mapping = /(?:^|\n)(?:[ -]*[\w-]+: +|[ -]*- +)(\{[^{}\n]*\})$/.exec(before)?.[1];
  if (mapping !== undefined) return { offset: offset - mapping.length, ...inQuotes('{') };
  const end = before.trimEnd().at(-1) ?? '';
  const message = `has text after the closing ${end}`;
  if (end === "'") return { message: `${message}; to use it inside the text, write it twice` };
  if (end === '"') return { message: `${message}; to use it inside the text, write \\"` };
  return [']', '}'].includes(end) ? { message } : null;
}

/** The library names the character and adds where it is; we say the place ourselves. */
const plain = (message: string): string =>
  message === 'Maximum call stack size exceeded'
    ? 'is nested too deeply'
    : message.replace(/ at line \d+, column \d+.*$/s, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
