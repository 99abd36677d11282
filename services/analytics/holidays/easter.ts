// Easter Sunday of a year, in the western and in the orthodox churches.
import { type Day, dayOf } from '../indices/period.ts';

/** The anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/** Meeus's Julian algorithm, moved to the Gregorian calendar: by 13 days from 1900 to 2099. */
export function orthodoxEasterSunday(year: number): Day {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const behind = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return dayOf(year, month, ((d + e + 114) % 31) + 1 + behind);
}
