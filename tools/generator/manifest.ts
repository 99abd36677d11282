// The manifest of the generated files: hashes of what generation reads, of what does it, and of what came out.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byteOrder } from '../contract/json.ts';

export function manifestOf(root: string, outputs: ReadonlyMap<string, string>): string {
  const hashFiles = (patterns: readonly string[]) => {
    const paths = globSync(patterns as string[], {
      cwd: root,
      exclude: ['**/conformance.yaml', '**/*.test.ts', '**/fixtures/**', '**/__transpiled/**', '**/node_modules/**'],
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort(byteOrder);
    return Object.fromEntries(paths.map((path) => [path, hash(readFileSync(join(root, path)))]));
  };
  const manifest = {
    inputs: hashFiles(['spec/**/*.yaml', 'spec/**/*.cedar', 'spec/**/*.cedarschema']),
    generator: hashFiles([
      'tools/contract/**',
      'tools/generator/**',
      'tools/generator/policies/**',
      'tools/runtime/**/*.ts',
      'tools/package-lock.json',
    ]),
    outputs: Object.fromEntries(
      [...outputs].map(([path, content]) => [path, hash(content)] as const).sort(([a], [b]) => byteOrder(a, b)),
    ),
  };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
