// The whole site as files: from contracts to path and content, without touching the disk.

import type { Contracts } from '../../contract/model/contracts.ts';
import { assets } from './assets.ts';
import { downloads, downloadsPage } from './files/downloads.ts';
import { llmsText, type Section } from './files/llms.ts';
import { linksOf } from './links.ts';
import type { SitePage } from './page.ts';
import { searchFiles, synonymsOf } from './search.ts';
import { changelogFeed, changelogPage } from './sections/changelog-pages.ts';
import { decisionPages, shownDecisions } from './sections/decision-pages.ts';
import { glossaryPage } from './sections/glossary-page.ts';
import { guidePages } from './sections/guide-pages.ts';
import { homePage } from './sections/home-page.ts';
import { httpPages } from './sections/http-pages.ts';
import { labConfigurationPage } from './sections/lab-configuration-page.ts';
import { messagePages } from './sections/message-pages.ts';
import { missingPage } from './sections/missing-page.ts';
import { overviewPage, overviewPath } from './sections/overview-page.ts';
import { problemPages } from './sections/problem-pages.ts';
import { statesPage } from './sections/states-page.ts';
import type { PageContext } from './views/context.ts';
import { frame, upFrom } from './views/frame.ts';

export type Files = ReadonlyMap<string, string>;

export function siteOf(contracts: Contracts): Files {
  const decisions = shownDecisions(contracts);
  const links = linksOf(contracts, decisions);
  const contextOf = (path: string): PageContext => ({ ...links, up: upFrom(path), marksRequired: true, openUpTo: 8 });
  const files = downloads(contracts);
  const problems = problemPages(contracts, links, contextOf);
  const sections: readonly Section[] = [
    { title: 'Guides', pages: guidePages(contracts, contextOf) },
    ...contracts.http.map((document) => ({
      title: document.title,
      pages: [overviewPage(document, contextOf(overviewPath(document.id))), ...httpPages(document, contextOf)],
    })),
    { title: 'Messages', pages: messagePages(contracts, links, contextOf) },
    {
      title: 'More',
      pages: [
        labConfigurationPage(contracts, contextOf('lab-configuration.html')),
        statesPage(contracts, contextOf('states.html')),
        ...problems.slice(0, 1),
        glossaryPage(contracts.root, contextOf('glossary.html')),
        ...decisionPages(decisions, contextOf).slice(0, 1),
        changelogPage(contracts, contextOf('changelog.html')),
        downloadsPage(files),
      ],
    },
  ];
  const unlisted = [
    homePage(contracts, sections),
    missingPage,
    ...problems.slice(1),
    ...decisionPages(decisions, contextOf).slice(1),
  ];
  const items = sections.map(({ title, pages }) => ({
    title,
    pages: pages.map(navigationPage),
  }));
  const pages = [...sections.flatMap((section) => section.pages), ...unlisted];
  return new Map(
    [
      ...pages.map((page): [string, string] => [page.path, frame({ items }, page, page.content)]),
      ...files.map(({ path, content }): [string, string] => [path, content]),
      ['changelog.atom', changelogFeed(contracts)] as const,
      ['llms.txt', llmsText(sections)] as const,
      ...searchFiles(pages, synonymsOf(contracts.root)),
      ...assets(),
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const navigationPage = ({ path, short, entries }: SitePage) => ({ path, title: short, entries });
