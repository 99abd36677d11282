// `npm run web`: builds the web app into one folder, which the role `web` serves.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { answerHelp, optionsOf } from '../command-line/options.ts';
import { webAppFiles } from './build.ts';

const usage = `Usage: npm run web [-- --out FOLDER] [--components]

Builds the web app into FOLDER (by default run/web), which the role web serves: WEB_DIR.
With --components it has a page /components that shows every component in every state.`;

answerHelp(usage);
const { values } = optionsOf({
  args: process.argv.slice(2),
  options: { out: { type: 'string', default: 'run/web' }, components: { type: 'boolean', default: false } },
});
const out = path.resolve(values.out);
if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(path.join(out, 'assets'))) {
  console.error(`${out} holds other files. Name a folder that is empty or holds the web app.`);
  process.exit(1);
}
const files = await webAppFiles({ components: values.components });
rmSync(out, { recursive: true, force: true });
mkdirSync(path.join(out, 'assets'), { recursive: true });
for (const [file, content] of files) writeFileSync(path.join(out, file), content);
const first = [...files].filter(([file]) =>
  /(main-\w+\.(js|css)|theme-\w+\.js|index\.html|icon-\w+\.svg|chunk-\w+\.js)$/.test(file),
);
const size = first.reduce((sum, [, content]) => sum + gzipSync(content).length, 0);
console.log(
  `${files.size} files; the first view loads ${Math.ceil(size / 1024)} KiB gzipped: ${path.relative('.', out)}`,
);
