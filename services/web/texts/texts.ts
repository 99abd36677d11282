// The texts in the language that the person chose, else in the first of the browser's languages that the app has.
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

const languages: Readonly<Record<string, Texts>> = { en, de };

function chosen(): readonly string[] {
  try {
    return [localStorage.getItem('language') ?? ''];
  } catch {
    return []; // A browser may forbid storage.
  }
}

const codes = [...chosen(), ...navigator.languages].map((language) => language.slice(0, 2));

export const texts: Texts = codes.flatMap((code) => languages[code] ?? [])[0] ?? en;
