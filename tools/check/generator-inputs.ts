// What code is generated from and what the generator and the lint of contracts are made of. Of services that are the
// variables of their configuration, and what these import.
export const generatorInputs = {
  patterns: [
    'spec/**',
    'generated/**',
    'tools/**',
    'services/config/**',
    'services/labs/config/**',
    'services/lib/**',
    'adapters/store/migrate.ts',
    'adapters/store/sql/**',
    'deploy/README.md',
    '*package-lock.json',
  ],
  exclude: ['**/node_modules/**', '**/__transpiled/**', '{services,tools}/**/*.test.ts', 'tools/**/*.md'],
};
