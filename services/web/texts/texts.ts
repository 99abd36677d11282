// The texts in the language of the person.
import { en, type Texts } from './en.ts';

export const texts: Texts = en;
