// Before a login, and after the end of a session.
import { LanguageButton } from './components/language-button.tsx';
import { Page } from './components/page.tsx';
import { loginAddress } from './state/session.ts';
import { texts } from './texts/texts.ts';

export const SignInPage = () => (
  <div class="sign-in">
    <Page title={texts.signIn.title} lead={texts.signIn.lead}>
      <p class="buttons">
        <a class="button first" href={loginAddress()}>
          {texts.logIn}
        </a>
        <a class="button" href="/docs/">
          {texts.documentation}
        </a>
      </p>
      <p class="small">{texts.signIn.dealers}</p>
      <p>
        <LanguageButton />
      </p>
    </Page>
  </div>
);

/** The page below stays as it is: a login leads back to it. */
export const SessionEndLine = () => (
  <section class="over-line ended" role="alert">
    <p>
      <strong>{texts.ended.title}.</strong> {texts.ended.text}
    </p>
    <a class="button first" href={loginAddress()}>
      {texts.logIn}
    </a>
  </section>
);
