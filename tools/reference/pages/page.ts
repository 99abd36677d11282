// One page of the site before it has its frame.
import type { ComponentChildren } from 'preact';
import type { PageFacts } from './views/frame.ts';
import type { NavigationEntry } from './views/navigation.ts';

export interface SitePage extends PageFacts {
  /** As the navigation names it. */
  readonly short: string;
  readonly entries: readonly NavigationEntry[];
  readonly content: ComponentChildren;
  /** What search finds it by, beside its title. */
  readonly search: readonly SearchText[];
}

export interface SearchText {
  readonly anchor: string;
  readonly title: string;
  readonly kind: string;
  readonly text: string;
}
