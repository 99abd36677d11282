// What a page is for, and the first step, where there is nothing yet.
import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export const Empty = ({ title, text, children }: Props) => (
  <section class="empty">
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
);
