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

export function highlighted(code: string, language: string): string {
  const name = aliases[language] ?? language;
  if (!(name in languages)) return escapeHtml(code);
  return core
    .highlight(code, { language: name, ignoreIllegals: true })
    .value.replaceAll('class="hljs-', 'class="h-')
    .replaceAll(/<span class="h-punctuation">([^<]*)<\/span>/g, '$1')
    .replaceAll('&quot;', '"');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
