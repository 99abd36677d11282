// A link within the app: an ordinary click changes the page without a load, any other does what browsers do.
import type { ComponentChildren } from 'preact';
import { goTo } from '../state/place.ts';

interface Props {
  readonly href: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly isCurrent?: boolean;
}

export function Link({ href, class: style = '', isCurrent = false, children }: Props) {
  const open = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(href);
  };
  return (
    <a href={href} class={style} onClick={open} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}
