// The other language. The page is loaded again; what was typed is kept.
import { texts } from '../texts/texts.ts';

export const LanguageButton = () => (
  <button type="button" class="plain" lang={texts.otherLanguage.code} onClick={chooseOther}>
    {texts.otherLanguage.name}
  </button>
);

function chooseOther(): void {
  try {
    localStorage.setItem('language', texts.otherLanguage.code);
  } catch {
    // A browser may forbid storage.
  }
  location.reload();
}
