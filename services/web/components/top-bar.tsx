// The bar above every page: where one can go, who one is, and the colours.
import type { Me } from '../../../generated/platform/types.ts';
import { endSession } from '../state/session.ts';
import { texts } from '../texts/texts.ts';
import { LanguageButton } from './language-button.tsx';
import { Link } from './link.tsx';

export const TopBar = ({ me, path }: { readonly me: Me | null; readonly path: string }) => (
  <header class="top">
    <a class="skip" href="#main">
      {texts.skip}
    </a>
    <Link class="brand" href="/">
      {texts.brand}
    </Link>
    {me && (
      <nav aria-label={texts.brand}>
        <Link href="/" isCurrent={path === '/'}>
          {texts.home}
        </Link>
        <a href="/docs/">{texts.documentation}</a>
      </nav>
    )}
    <div class="tools">
      <button type="button" class="theme" aria-label={texts.theme} title={texts.theme} onClick={switchTheme}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5Z" fill="currentColor" />
        </svg>
      </button>
      {me && <Account me={me} />}
    </div>
  </header>
);

const Account = ({ me }: { readonly me: Me }) => (
  <>
    <button type="button" class="account" popovertarget="account">
      <span class="hidden">{texts.account}: </span>
      <span class="initial" data-initial={me.display_name.slice(0, 1)} />
      <span class="account-name">{me.display_name}</span>
    </button>
    <div id="account" class="menu" popover="auto">
      <p>
        <strong>{me.display_name}</strong>
        <br />
        <span class="soft">{[me.username, ...me.roles].join(', ')}</span>
      </p>
      <LanguageButton />
      <button type="button" onClick={() => void endSession()}>
        {texts.logOut}
      </button>
    </div>
  </>
);

function switchTheme(): void {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).colorScheme === 'dark' || (root.dataset.theme === undefined && prefersDark());
  root.dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // A browser may forbid storage.
  }
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;
