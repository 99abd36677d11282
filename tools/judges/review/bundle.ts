// The program of the package: one file that needs Node alone. `npm pack` runs it.
import { join } from 'node:path';
import { build } from 'esbuild';

await build({
  entryPoints: [join(import.meta.dirname, 'main.ts')],
  outfile: join(import.meta.dirname, 'dist/covenant-review.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.11',
  charset: 'utf8',
  legalComments: 'none',
  define: { 'import.meta.main': 'true' },
  // The package yaml is CommonJS, which asks for modules of Node with require.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});
