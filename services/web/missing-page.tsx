// An address that is no page of this person.
import { Link } from './components/link.tsx';
import { Page } from './components/page.tsx';
import { texts } from './texts/texts.ts';

export const MissingPage = () => (
  <Page title={texts.missing.title} lead={texts.missing.text}>
    <Link class="button" href="/">
      {texts.missing.back}
    </Link>
  </Page>
);
