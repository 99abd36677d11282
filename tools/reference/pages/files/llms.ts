// The list of all pages as plain text, for programs that read text (llmstxt.org).
import type { SitePage } from '../page.ts';

export interface Section {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

export function llmsText(sections: readonly Section[]): string {
  const parts = sections.map(({ title, pages }) => {
    const lines = pages.map(
      ({ path, short, description }) => `- [${short}](${path}): ${description.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Covenant

> An analytics API for vehicle dealers and a lab platform for teaching. Programs read the contracts in downloads/: OpenAPI 3.1, AsyncAPI 3.0 and JSON Schema.

${parts.join('\n')}`;
}
