// The file that a teacher uploads: every setting, with complete examples.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Contracts } from '../../../contract/model/contracts.ts';
import { shapeOf } from '../../../contract/model/schema.ts';
import { plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import { card } from '../views/code.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h } from '../views/element.ts';
import { top } from '../views/fields.ts';

export function labConfigurationPage({ root, labConfiguration }: Contracts, context: PageContext): SitePage {
  const shape = shapeOf(labConfiguration, labConfiguration);
  const examples = globSync('spec/lab/examples/*.yaml', { cwd: root })
    .map((file) => ({
      name: path.basename(file, '.yaml').replaceAll('-', ' '),
      code: readFileSync(path.join(root, file), 'utf8'),
    }))
    .sort((a, b) => a.code.length - b.code.length);
  const fields = { ...context, marksRequired: true, openUpTo: 99 };
  return {
    path: 'lab-configuration.html',
    title: 'Lab configuration',
    short: 'Lab configuration',
    description: 'Every setting of the YAML file that a teacher uploads.',
    layout: 'reference',
    entries: shape.fields.map(({ key }) => ({ anchor: `lab.${key}`, title: key })),
    search: shape.fields.map(({ key, description }) => ({
      anchor: `lab.${key}`,
      title: key,
      kind: 'lab configuration',
      text: plain(description),
    })),
    content: h('section', { class: 'op' }, [
      h('div', { class: 'op-text' }, [
        h('p', { class: 'eyebrow' }, 'Lab platform'),
        h('h1', {}, 'Lab configuration'),
        inline(shape.description.replace(/^`x-message`.*$/m, ''), context),
        h('h2', {}, 'Settings'),
        ...top({ ...shape, variants: [] }, 'lab', fields),
      ]),
      h(
        'div',
        { class: 'op-code' },
        h(
          'div',
          { class: 'op-sticky' },
          card(
            'lab.yaml',
            'lab.examples',
            examples.map(({ name, code }) => ({ label: name, language: 'yaml', code })),
          ),
        ),
      ),
    ]),
  };
}
