// Code as HTML, coloured when the pages are built.
import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, json, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) core.registerLanguage(name, language);

const aliases: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', py: 'python', yml: 'yaml' };

/** What is coloured, by the first word of the library's classes. All else has the colour of the text around it. */
const coloured: Readonly<Record<string, string>> = {
  attr: 'a',
  property: 'a',
  title: 'a',
  string: 's',
  regexp: 's',
  number: 'n',
  literal: 'n',
  keyword: 'k',
  built_in: 'k',
  meta: 'k',
  comment: 'c',
};

export function highlighted(code: string, language: string): string {
  const name = aliases[language] ?? language;
  if (!(name in languages)) return escapeHtml(code);
  const { value } = core.highlight(code, { language: name, ignoreIllegals: true });
  return short(value).replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
}

/** Spans of one letter, and none that no rule colours: those of the library were a thirtieth of the site. */
function short(html: string): string {
  const open: boolean[] = [];
  return html.replaceAll(/<span class="hljs-([a-z_]+)[^"]*">|<\/span>/g, (tag, name?: string) => {
    if (tag === '</span>') return open.pop() === true ? '</i>' : '';
    const letter = coloured[name ?? ''];
    open.push(letter !== undefined);
    return letter === undefined ? '' : `<i class=${letter}>`;
  });
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
