// The frame of a page: its title, which also names the tab, and where the focus goes when it opens.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

interface Props {
  readonly title: string;
  /** A line above the title. */
  readonly above?: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The first page of a load leaves the focus to the browser. */
let isFirst = true;

export function Page({ title, above, lead, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`;
  }, [title]);
  return (
    <main id="main">
      <header class="page-head">
        <div>
          {above && <p class="eyebrow">{above}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
