// A cell as spreadsheets write nearly all of them, `<c r="B2" s="1" t="s"><v>41</v></c>`: read in one pass, without looking for elements.
// What does not fit byte for byte is left to the scanner.

const [lt, gt, quote, ampersand, space] = [0x3c, 0x3e, 0x22, 0x26, 0x20];
const [zero, nine, letterA, letterZ] = [0x30, 0x39, 0x41, 0x5a];
const [c, r, s, t, v, slash, equals] = [0x63, 0x72, 0x73, 0x74, 0x76, 0x2f, 0x3d];
/** A longer one, and one near the end of the bytes, is left to the scanner, too. */
const mostBytes = 128;

export class PlainCell {
  column = 0;
  style = 0;
  isShared = false;
  /** Of the value. */
  start = 0;
  end = 0;
  /** Of a shared text, and of a value that is a whole number. */
  index = 0;

  /** Behind the cell that begins here; -1: it is not plain. */
  match(bytes: Buffer, from: number): number {
    if (from + mostBytes > bytes.length) return -1;
    if (bytes[from] !== lt || bytes[from + 1] !== c || bytes[from + 2] !== space) return -1;
    if (bytes[from + 3] !== r || bytes[from + 4] !== equals || bytes[from + 5] !== quote) return -1;
    let at = from + 6;
    let byte = bytes[at] as number;
    let column = 0;
    for (; byte >= letterA && byte <= letterZ; byte = bytes[++at] as number) column = column * 26 + byte - letterA + 1;
    if (at > from + 9) return -1;
    while (byte >= zero && byte <= nine) byte = bytes[++at] as number;
    if (byte !== quote) return -1;
    byte = bytes[++at] as number;
    this.style = 0;
    this.isShared = false;
    if (byte === space && bytes[at + 1] === s && bytes[at + 2] === equals && bytes[at + 3] === quote) {
      at = this.#style(bytes, at + 4);
      byte = bytes[at] as number;
    }
    if (byte === space && bytes[at + 1] === t && bytes[at + 2] === equals && bytes[at + 3] === quote) {
      if (bytes[at + 4] !== s || bytes[at + 5] !== quote) return -1;
      this.isShared = true;
      at += 6;
      byte = bytes[at] as number;
    }
    if (byte !== gt || bytes[at + 1] !== lt || bytes[at + 2] !== v || bytes[at + 3] !== gt) return -1;
    this.column = column - 1;
    return this.#value(bytes, at + 4, from + mostBytes);
  }

  #style(bytes: Buffer, from: number): number {
    let [at, style] = [from, 0];
    let byte = bytes[at] as number;
    for (; byte >= zero && byte <= nine; byte = bytes[++at] as number) style = style * 10 + byte - zero;
    this.style = style;
    return byte === quote ? at + 1 : from;
  }

  #value(bytes: Buffer, from: number, last: number): number {
    let [at, index] = [from, 0];
    let byte = bytes[at] as number;
    for (; byte >= zero && byte <= nine; byte = bytes[++at] as number) index = index * 10 + byte - zero;
    if (this.isShared ? byte !== lt || at === from : false) return -1;
    while (byte !== lt && byte !== ampersand && at < last) byte = bytes[++at] as number;
    if (at + 8 > bytes.length || bytes[at] !== lt || bytes[at + 1] !== slash || bytes[at + 2] !== v) return -1;
    if (bytes[at + 3] !== gt || bytes[at + 4] !== lt || bytes[at + 5] !== slash) return -1;
    if (bytes[at + 6] !== c || bytes[at + 7] !== gt) return -1;
    [this.start, this.end, this.index] = [from, at, index];
    return at + 8;
  }
}
