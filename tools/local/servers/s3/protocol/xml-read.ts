// A strict reader for the few small documents that clients send: elements, text, the five entities and character
// references. No DOCTYPE, comment, CDATA or processing instruction, so nothing can expand or point elsewhere. Writing:
// xml-write.ts.
import { refusal } from './errors.ts';

export type Element = { readonly name: string; readonly children: readonly Element[]; readonly text: string };

/** 10,000 parts with an ETag and a checksum each are about 2.5 MB. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;
const MAX_DEPTH = 6;

type Open = { name: string; children: Element[]; text: string };

/** The root element; refuses another name. */
export function readXml(text: string, root: string): Element {
  const document: Open = { name: '', children: [], text: '' };
  const stack: Open[] = [document];
  let at = skipDeclaration(text);
  while (at < text.length) {
    const top = stack.at(-1);
    if (top === undefined) throw refusal('MalformedXML');
    if (text[at] !== '<') {
      const end = text.indexOf('<', at);
      top.text += characters(text.slice(at, end < 0 ? undefined : end));
      at = end < 0 ? text.length : end;
      continue;
    }
    const end = text.indexOf('>', at);
    if (end < 0) throw refusal('MalformedXML');
    applyTag(text.slice(at + 1, end), stack);
    at = end + 1;
  }
  const [element, ...more] = document.children;
  if (stack.length !== 1 || document.text.trim() !== '' || more.length > 0 || element?.name !== root)
    throw refusal('MalformedXML');
  return element;
}

const skipDeclaration = (text: string): number => /^\uFEFF?(<\?xml [^?<>]*\?>)?/.exec(text)?.[0].length ?? 0;

function applyTag(tag: string, stack: Open[]): void {
  const match = /^(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)$/.exec(tag);
  if (match === null) throw refusal('MalformedXML');
  const [, closing, name = '', attributes, empty] = match;
  if (closing) {
    const element = stack.pop();
    const parent = stack.at(-1);
    if (element?.name !== name || parent === undefined || attributes || empty) throw refusal('MalformedXML');
    if (element.children.length > 0 && element.text.trim() !== '') throw refusal('MalformedXML');
    parent.children.push(element);
    return;
  }
  if (stack.length > MAX_DEPTH) throw refusal('MalformedXML');
  const element: Open = { name, children: [], text: '' };
  if (empty) stack.at(-1)?.children.push(element);
  else stack.push(element);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characters(text: string): string {
  return text.replace(/&([^;]{0,12};?)/g, (_, body: string) => {
    const name = body.endsWith(';') ? body.slice(0, -1) : '';
    const code = /^#x[0-9a-fA-F]{1,6}$/.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : Number(/^#(\d{1,7})$/.exec(name)?.[1]);
    const character = entities[name] ?? (isCharacter(code) ? String.fromCodePoint(code) : undefined);
    if (character === undefined) throw refusal('MalformedXML');
    return character;
  });
}

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

/** The children by name, when each is known and stands at most once. */
export function fields<Name extends string>(element: Element, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const child of element.children) {
    const name = names.find((known) => known === child.name);
    if (name === undefined || found[name] !== undefined || child.children.length > 0) throw refusal('MalformedXML');
    found[name] = child.text;
  }
  return found;
}
