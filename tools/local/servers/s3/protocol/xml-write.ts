// Writes the documents of the protocol. What each contains stands with its operation.
import type { S3Error } from './errors.ts';

export type Content = string | number | boolean | undefined | readonly Node[];
/** Name and content; undefined leaves the element out. */
export type Node = readonly [name: string, content: Content];

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export const xml = (root: string, content: readonly Node[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${content.map(render).join('')}</${root}>`;

/** Error documents have no namespace. */
export const errorXml = (error: S3Error, resource: string, requestId: string): string => {
  const detail: Node[] = Object.entries(error.detail);
  const content: Node[] = [
    ['Code', error.code],
    ['Message', error.message],
    ...detail,
    ['Resource', resource],
    ['RequestId', requestId],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(['Error', content])}`;
};

function render([name, content]: Node): string {
  if (content === undefined) return '';
  const inner = Array.isArray(content) ? content.map(render).join('') : escaped(String(content));
  return `<${name}>${inner}</${name}>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Control characters of keys go out as references, as AWS does, although XML 1.0 has none for most; encoding-type=url
 * is the clean way.
 */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be found.
  const special = /[&<>"\u0000-\u001f\u007f\ufffe\uffff]/g;
  return text.replace(special, (c) => escapes[c] ?? `&#x${c.charCodeAt(0).toString(16)};`);
}
