// Where the installation of `npm start` keeps its data: `run` in the checkout, or the folder that COVENANT_RUN names.
import path from 'node:path';

export const installationFolder = (): string =>
  path.resolve(process.env.COVENANT_RUN ?? path.join(import.meta.dirname, '../../..', 'run'));
