// Words for a sum, in the languages in which spreadsheets and systems of dealers write the row below a table. A word
// alone decides nothing: its numbers do (decision 599).

/** In any place of a word: `Gesamtsumme`, `Subtotaal`, `Totalsum`. */
const stems =
  'total|totaal|summe|gesamt|ergebnis|yhteensa|razem|ogolem|lacznie|celkem|celkom|osszes|toplam|ukupno|skupaj|skupno|kokku|συνολο|итог|всего|всього|підсум|soucet|spolu|сума|сумма|усього|разом|общо|всичко|укупно|samtals|samanlagt|sammanlagt|합계|총계|소계|合計|总计|總計|小計|小计|合计|รวม|المجموع|الاجمالي|مجموع|סהכ|योग|कुल'.split(
    '|',
  );

/** Words that are a part of others. */
const words = new Set(
  'sum|suma|sumar|somme|som|soma|somma|summa|tot|zusammen|ialt|σ|ensemble|all|alle|alles|tous|toutes|tout|todo|todos|todas|tutti|tutte|tudo|wszystkie|wszystko|vsechny|kaikki|alla|allar|samlet|overall|combined|conjunto|kopa|viso|всі|все|всички|全部|すべて|全体|전체|סך'.split(
    '|',
  ),
);

const phrases = new Set(['i alt', 'alt i alt', 'is viso', 'kopa visi', 'סה כ']);

/** What stands beside a word that means all of something. */
const nouns = new Set(
  'brand|brands|make|makes|marken|hersteller|fabrikate|merker|merke|marque|marques|marca|marcas|merken|marche|maerker|region|regions|regionen|gebiete|fylker|regiones|regio|regios|area|areas|locations|branches|filialen|model|models|modelle|modeller|modeles|modelos|modellen|dealer|dealers|cars|vehicles|fahrzeuge|biler|units|the|of|de|les|der|las|los|and|und|og|et|y|en|market|markets|countries|group|groups|grand|general|generale|complessivo|koncowa'.split(
    '|',
  ),
);

/** By their first two signs, so that most names need no comparison. */
const stemsBy = Map.groupBy(stems, (stem) => stem.slice(0, 2));

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

const plain = (id: string): string =>
  isAscii(id)
    ? id
    : id
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .replaceAll('ł', 'l')
        .normalize('NFC');

export type TotalName = {
  /** The name without its words for a sum: `toyota` of `toyota-total`; empty: it is the sum of all. */
  readonly rest: string;
};

/** Null: no word of the id means a sum. */
export function totalName(id: string): TotalName | null {
  const text = plain(id);
  const parts = text.split('-');
  if (phrases.has(parts.join(' '))) return { rest: '' };
  const isSum = parts.map(isTotalWord);
  if (!isSum.includes(true)) return null;
  const own = id.split('-');
  return { rest: own.filter((_, i) => !isSum[i] && !nouns.has(parts[i] ?? '')).join('-') };
}

function isTotalWord(part: string): boolean {
  if (words.has(part)) return true;
  for (let at = 0; at + 1 < part.length; at++) {
    const heads = stemsBy.get(part.slice(at, at + 2));
    if (heads?.some((stem) => part.startsWith(stem, at))) return true;
  }
  return false;
}
