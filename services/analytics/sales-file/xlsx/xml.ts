// A pull scanner over the bytes of an XML document that comes in chunks: elements by their local names, attributes,
// text. As much of XML as workbooks have; a document type is refused, so that nothing can be defined in the document or
// fetched from elsewhere. No depth is remembered.
import { PackingFault } from '../gunzip.ts';

export const [more, opened, closed, text] = [0, 1, 2, 3] as const;

const [lt, gt, slash, bang, mark, equals, colon] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f, 0x3d, 0x3a];
const [quote, apostrophe, ampersand, space] = [0x22, 0x27, 0x26, 0x20];
const mostAttributes = 64;
/** The limit of one tag or text. */
const tokenBytes = 1024 * 1024;

export const badXml = (what: string) =>
  new PackingFault('workbook', `is not a valid XLSX workbook: ${what}; open it in a spreadsheet and save it again`);

export class XmlScanner {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the next element or text begins. */
  at = 0;
  /** Where the name of an element without its prefix begins, or a text. */
  start = 0;
  end = 0;
  /** An element that is closed where it is opened. */
  isEmpty = false;
  /** Whether a text has entities. */
  hasEntities = false;
  /** The view of `bytes`. */
  view: DataView = new DataView(new ArrayBuffer(0));
  #attributes = 0;
  /** The memory of chunks that began with the rest of the one before. */
  #memory: Buffer = Buffer.alloc(0);
  readonly #places = new Int32Array(4 * mostAttributes);

  /** What was found before is no longer valid. */
  push(chunk: Buffer): void {
    const rest = this.bytes.length - this.at;
    if (rest > tokenBytes) throw badXml(`an element or a text is longer than ${tokenBytes.toLocaleString('en')} bytes`);
    this.bytes = rest === 0 ? chunk : this.#joined(rest, chunk);
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
    this.at = 0;
  }

  /** In the same memory each time: a buffer for each chunk brings the garbage collector nearer. */
  #joined(rest: number, chunk: Buffer): Buffer {
    const [before, length] = [this.bytes, rest + chunk.length];
    if (this.#memory.length < length) this.#memory = Buffer.allocUnsafeSlow(length * 2);
    before.copy(this.#memory, 0, this.at, before.length);
    chunk.copy(this.#memory, rest);
    return this.#memory.subarray(0, length);
  }

  /** `more`: the rest is no whole element or text. */
  next(): number {
    for (;;) {
      if (this.at >= this.bytes.length) return more;
      if (this.bytes[this.at] !== lt) return this.#text();
      const next = this.bytes[this.at + 1];
      if (next === undefined) return more;
      if (next === bang) {
        const found = this.#declaration();
        if (found >= 0) return found;
      } else if (next === mark) {
        if (!this.#skipTo('?>', 2)) return more;
      } else return next === slash ? this.#close() : this.#open();
    }
  }

  /** The value of an attribute by its local name, null when it is not there. */
  attribute(name: string): string | null {
    const at = this.find(name);
    return at < 0 ? null : plainText(this.bytes.toString('utf8', this.#places[at], this.#places[at + 1]));
  }

  /** Where the value of an attribute begins, as an index for `from` and `to`; -1 when it is not there. */
  find(name: string): number {
    const { bytes } = this;
    const places = this.#places;
    for (let i = 0; i < this.#attributes * 4; i += 4) {
      const from = places[i] as number;
      if ((places[i + 1] as number) - from !== name.length) continue;
      let at = 0;
      while (at < name.length && bytes[from + at] === name.charCodeAt(at)) at++;
      if (at === name.length) return i + 2;
    }
    return -1;
  }

  from(at: number): number {
    return this.#places[at] as number;
  }

  to(at: number): number {
    return this.#places[at + 1] as number;
  }

  /** The text itself, with its entities resolved. */
  text(): string {
    const raw = this.bytes.toString('utf8', this.start, this.end);
    return this.hasEntities ? plainText(raw) : raw;
  }

  is(name: string): boolean {
    const { bytes, start } = this;
    if (this.end - start !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name.charCodeAt(i)) return false;
    return true;
  }

  #text(): number {
    const { bytes } = this;
    let at = this.at;
    this.hasEntities = false;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === lt) break;
      if (byte === ampersand) this.hasEntities = true;
    }
    if (at === bytes.length) return more;
    [this.start, this.end, this.at] = [this.at, at, at];
    return text;
  }

  /** -1: skipped. */
  #declaration(): number {
    const { bytes } = this;
    if (bytes.length - this.at < 9) return more;
    const begin = bytes.toString('latin1', this.at, this.at + 9);
    if (begin.startsWith('<!--')) return this.#skipTo('-->', 4) ? -1 : more;
    if (begin !== '<![CDATA[') throw badXml('it has a document type');
    const from = this.at + 9;
    if (!this.#skipTo(']]>', 9)) return more;
    [this.start, this.end, this.hasEntities] = [from, this.at - 3, false];
    return text;
  }

  #skipTo(end: string, after: number): boolean {
    const found = this.bytes.indexOf(end, this.at + after, 'latin1');
    if (found >= 0) this.at = found + end.length;
    return found >= 0;
  }

  #close(): number {
    const { bytes } = this;
    const end = bytes.indexOf(gt, this.at);
    if (end < 0) return more;
    this.start = this.at + 2;
    this.end = this.#nameEnd(this.start);
    this.at = end + 1;
    return closed;
  }

  /** Behind the name that begins here; `start` is set behind its prefix. */
  #nameEnd(from: number): number {
    const { bytes } = this;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte <= space || byte === gt || byte === slash || byte === equals) break;
      if (byte === colon) this.start = at + 1;
    }
    return at;
  }

  #open(): number {
    const { bytes } = this;
    const { length } = bytes;
    const places = this.#places;
    const from = this.at + 1;
    this.start = from;
    let at = this.#nameEnd(from);
    const [start, end] = [this.start, at];
    let count = 0;
    for (;;) {
      let byte = bytes[at] as number;
      while (at < length && byte <= space) byte = bytes[++at] as number;
      if (at >= length) return more;
      if (byte === gt) break;
      if (byte === slash) {
        at += 1;
        continue;
      }
      if (count === mostAttributes) throw badXml('an element has too many attributes');
      this.start = at;
      const nameEnd = this.#nameEnd(at);
      places[count * 4] = this.start;
      places[count * 4 + 1] = nameEnd;
      at = nameEnd;
      while (at < length && ((bytes[at] as number) <= space || bytes[at] === equals)) at += 1;
      if (at >= length) return more;
      const around = bytes[at] as number;
      if (around !== quote && around !== apostrophe) throw badXml('an attribute has no quotes');
      places[count * 4 + 2] = at + 1;
      for (at += 1; at < length && bytes[at] !== around; ) at += 1;
      if (at >= length) return more;
      places[count * 4 + 3] = at;
      at += 1;
      count += 1;
    }
    [this.start, this.end, this.#attributes] = [start, end, count];
    this.isEmpty = bytes[at - 1] === slash;
    this.at = at + 1;
    return opened;
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with its entities resolved: the five of XML, and numbers of characters. */
export function plainText(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&([^;&]{0,10});?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
    const point = code === null ? -1 : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
    if (code !== null && whole.endsWith(';') && point > 0 && point <= 0x10ffff) return String.fromCodePoint(point);
    const known = Object.hasOwn(named, name) && whole.endsWith(';') ? named[name] : undefined;
    if (known === undefined) throw badXml('it has an entity that XML does not have');
    return known;
  });
}

/** Each element and text of a short document, as the scanner stands on it. */
export function* scan(document: Buffer): Generator<{ readonly token: number; readonly xml: XmlScanner }> {
  const xml = new XmlScanner();
  xml.push(document);
  for (let token = xml.next(); token !== more; token = xml.next()) yield { token, xml };
}
