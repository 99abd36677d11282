// Ids from names: trimmed, NFKC, case-folded, one hyphen for each run of anything but letters, marks and digits.
// Decision 7.

/**
 * Empty when the name has no letter and no digit. The same for every spelling that differs only in case, width, blanks
 * or signs.
 */
export function slug(name: string): string {
  // Through upper case first: ß and SS, ς and Σ fold together (Unicode full case folding, but for a few signs).
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

/** As shown to people: trimmed, blanks collapsed. */
export const displayName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

export type NameKind = 'brand' | 'region' | 'model_family';

/** Another spelling of a known name -> the id meant, per kind; `alias` is normalised as ids are. */
export type Aliases = ReadonlyMap<NameKind, ReadonlyMap<string, string>>;

type Named = { readonly id: string; readonly alias?: string };

/** The id of a name; `alias` is the one of its spelling, where another id stands for that. */
export const idOf = (kind: NameKind, name: string, aliases: Aliases): Named => {
  const own = slug(name);
  const id = aliases.get(kind)?.get(own);
  return id === undefined ? { id: own } : { id, alias: own };
};
