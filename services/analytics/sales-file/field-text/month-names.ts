// Names of months in the languages of Europe, as spreadsheets write them.

/** Where two languages give one name to different months, it counts in the first of them. */
const languages = 'en de de-AT nb nn da sv nl fr es it pt ca'.split(' ');
/** Languages of which only whole names count: `listopad` is October in one and November in another. */
const others = 'fi pl cs sk hu ro hr sl et lv lt is el tr uk bg'.split(' ');
const more: Readonly<Record<string, number>> = {
  sept: 9,
  mrz: 3,
  maerz: 3,
  jaenner: 1,
  agos: 8,
  set: 9,
  juill: 7,
  marts: 3,
};

const fewestLetters = 3;

let byName: ReadonlyMap<string, number> | null = null;

/** 1 to 12; undefined: it is no month. Dots and accents do not matter. */
export function monthOf(word: string): number | undefined {
  byName ??= namesOfMonths();
  return byName.get(plain(word));
}

const plain = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '');

function namesOfMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>(Object.entries(more));
  const longNames: (readonly [string, number])[] = [];
  for (const language of languages)
    for (const [name, month] of namesIn(language)) {
      if (!names.has(name)) names.set(name, month);
      longNames.push([name, month]);
    }
  addBeginnings(names, longNames);
  const rest = others.flatMap(namesIn);
  const months = Map.groupBy(rest, ([name]) => name);
  for (const [name, same] of months)
    if (!names.has(name) && new Set(same.map(([, month]) => month)).size === 1) names.set(name, same[0]?.[1] ?? 0);
  return names;
}

/** `sept`, `febr`: the beginning of a name, where it is that of no other month. */
function addBeginnings(names: Map<string, number>, whole: readonly (readonly [string, number])[]): void {
  const months = new Map<string, Set<number>>();
  for (const [name, month] of whole)
    for (let length = fewestLetters; length < name.length; length++) {
      const begun = name.slice(0, length);
      months.set(begun, (months.get(begun) ?? new Set()).add(month));
    }
  for (const [begun, of] of months) if (!names.has(begun) && of.size === 1) names.set(begun, [...of][0] ?? 0);
}

function namesIn(language: string): (readonly [string, number])[] {
  const forms = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;
  return forms.flatMap((form) => {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, i) => {
      const part = format.formatToParts(Date.UTC(2026, i, 15)).find(({ type }) => type === 'month');
      return [plain(part?.value ?? ''), i + 1] as const;
    }).filter(([name]) => name.length >= fewestLetters && !/\d/.test(name));
  });
}
