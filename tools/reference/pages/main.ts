// `npm run docs`: writes the reference pages as one folder of static files.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { answerHelp, optionsOf } from '../../command-line/options.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { inWords } from '../../contract/model/words.ts';
import { siteOf } from './site.ts';

const usage = `Usage: npm run docs [-- --out FOLDER]

Writes the reference pages, made from the contracts in spec/, to FOLDER (by default run/docs). They need no server: open FOLDER/index.html in a browser.`;

answerHelp(usage);
const { values } = optionsOf({
  args: process.argv.slice(2),
  options: { out: { type: 'string', default: 'run/docs' } },
});
const root = path.join(import.meta.dirname, '../../..');
const out = path.resolve(values.out);
const started = performance.now();
const files = siteOf(readContracts(root));
if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(path.join(out, 'assets/site.css'))) {
  console.error(`${out} holds other files. Name a folder that is empty or holds these pages.`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
for (const [file, content] of files) {
  const target = path.join(out, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
const size = [...files.values()].reduce((sum, content) => sum + gzipSync(content).length, 0);
console.log(
  `${files.size} files, ${inWords(Math.round(size / 1024))} KiB gzipped, in ${((performance.now() - started) / 1000).toFixed(1)} s: ${path.relative('.', out) || out}/index.html`,
);
