// The texts that the cells of a workbook share, as fields of a line. They lie in one buffer: two numbers and no string
// for each.
import { PackingFault } from '../gunzip.ts';
import { fieldOf } from './cell-text.ts';
import { badXml, closed, more, opened, text as textToken, XmlScanner } from './xml.ts';

/** A column may have 500,000 different values (decision 114), so that files which need more are refused anyhow. */
const bounds = { strings: 2_000_000, bytes: 64 * 1024 * 1024 } as const;

/** The limit of one text; spreadsheets allow 32,767. */
const mostCharacters = 1024 * 1024;

const tooMany = new PackingFault(
  'shared_strings',
  `has more than ${bounds.strings.toLocaleString('en')} different texts or ${bounds.bytes / 1024 / 1024} MiB of them; save the sheet as CSV, or divide it by period`,
);

export class SharedStrings {
  bytes: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  #used = 0;

  get count(): number {
    return this.#count;
  }

  start(i: number): number {
    return i === 0 ? 0 : (this.#ends[i - 1] as number);
  }

  end(i: number): number {
    return this.#ends[i] as number;
  }

  /** A shared string is one text, or several with formats of their own. What is read aloud (`rPh`) is no part of it. */
  async read(chunks: AsyncIterable<Buffer>): Promise<void> {
    const xml = new XmlScanner();
    let [inItem, inText, inPhonetic] = [false, false, false];
    let pieces = '';
    for await (const chunk of chunks) {
      xml.push(chunk);
      for (let token = xml.next(); token !== more; token = xml.next()) {
        if (token === textToken) {
          if (inText && !inPhonetic) pieces += xml.text();
          if (pieces.length > mostCharacters) throw tooMany;
          continue;
        }
        const isOpen = token === opened && !xml.isEmpty;
        if (xml.is('t')) inText = isOpen && inItem;
        else if (xml.is('rPh')) inPhonetic = isOpen;
        else if (xml.is('si')) {
          if (token === opened) pieces = '';
          inItem = isOpen;
          if (token === closed || xml.isEmpty) this.#add(pieces);
        }
      }
    }
    if (inItem) throw badXml('its texts end in the middle');
  }

  #add(text: string): void {
    const field = Buffer.from(fieldOf(text));
    if (this.#count === bounds.strings || this.#used + field.length > bounds.bytes) throw tooMany;
    while (this.#used + field.length > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(this.bytes.length * 2);
      this.bytes.copy(grown, 0, 0, this.#used);
      this.bytes = grown;
    }
    field.copy(this.bytes, this.#used);
    this.#used += field.length;
    if (this.#count === this.#ends.length) {
      const grown = new Uint32Array(this.#ends.length * 2);
      grown.set(this.#ends);
      this.#ends = grown;
    }
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }
}
