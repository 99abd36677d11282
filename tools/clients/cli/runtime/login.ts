// Logging in and out, and which installation is in use.
import { optionsOf } from '../../../command-line/options.ts';
import { commonOptions, type Options, optionsIn, type Words } from './arguments.ts';
import { openBrowser } from './browser.ts';
import { discover } from './discovery.ts';
import { CommandError, type ExitCode, exitCodes } from './failure.ts';
import { browserLogin, deviceLogin, hasDeviceFlow, type Provider, passwordLogin, revoke } from './oauth.ts';
import { show } from './output.ts';
import type { Endpoints, Product, Tokens } from './profiles.ts';
import { ask } from './prompt.ts';
import { apiLogin, apiLogout, openSession, type Session } from './session.ts';
import { note, readAll, styled, type Terminal } from './terminal.ts';

const products = ['analytics', 'labs'] as const satisfies readonly Product[];

export const loginHelp = `covenant login analytics|labs [--url ADDRESS] [options]

  --url ADDRESS      the address of the installation, that of its front door; needed once for a profile
  --browser          log in with the browser of this machine
  --device           show a code to enter in a browser, on this or another machine
  --password         ask for name and password here
  --user NAME        the name or the e-mail address
  --password-stdin   read the password from the standard input
  --profile NAME     keep this login beside those of other accounts or installations

Without one of them: the browser where there is a desktop, else the code. Tokens are stored in ~/.config/covenant, readable by you alone.
`;

const loginOptions = {
  ...commonOptions,
  url: { type: 'string' },
  user: { type: 'string' },
  browser: { type: 'boolean' },
  device: { type: 'boolean' },
  password: { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
} as const;

export function productIn(words: readonly string[]): Product | undefined {
  const [word] = words;
  if (word === undefined) return undefined;
  const product = products.find((each) => each === word);
  if (product === undefined) throw new CommandError(`${word} is no product: use analytics or labs.`);
  return product;
}

function read(args: readonly string[]): {
  readonly words: Words;
  readonly options: Options;
  readonly product: Product | undefined;
} {
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options: loginOptions });
  return { words: values as Words, options: optionsIn(values as Words), product: productIn(positionals) };
}

interface Context {
  readonly terminal: Terminal;
  readonly open: (profile: string | undefined, url?: string) => Session;
}

export async function login(args: readonly string[], { terminal, open }: Context): Promise<ExitCode> {
  const { words, options, product } = read(args);
  if (product === undefined)
    throw new CommandError('Log in to analytics or labs: `covenant login analytics --url ADDRESS`.');
  const session = open(options.profile, typeof words.url === 'string' ? words.url : undefined);
  const address = session.url();
  if (address === undefined)
    throw new CommandError('--url is required at the first login: the address of the installation.');
  const { url, endpoints } = await discover(address);
  const tokens = await tokensFor(product, endpoints, words, terminal);
  await session.profiles.change(session.name, async (before) => ({
    url,
    endpoints,
    tokens: { ...(before?.url === url ? before.tokens : {}), [product]: tokens },
  }));
  if (session.profiles.names().length === 1) session.profiles.use(session.name);
  if (!options.quiet)
    note(
      terminal,
      `${styled(terminal, terminal.err, 'green', 'Logged in')} to ${product} at ${url}, in the profile ${session.name}.`,
    );
  return exitCodes.ok;
}

async function tokensFor(product: Product, endpoints: Endpoints, words: Words, terminal: Terminal): Promise<Tokens> {
  const { issuer, client_id } = product === 'analytics' ? endpoints.analytics : endpoints.platform;
  const provider: Provider = { issuer, clientId: client_id };
  if (words.password === true || words['password-stdin'] === true || words.user !== undefined)
    return withPassword(product, endpoints, words, terminal);
  const hasDesktop =
    process.platform !== 'linux' || (terminal.env.DISPLAY ?? terminal.env.WAYLAND_DISPLAY ?? '') !== '';
  const isBrowser =
    words.browser === true || (words.device !== true && (hasDesktop || !(await hasDeviceFlow(provider))));
  if (isBrowser)
    return browserLogin(provider, (address) => {
      note(terminal, `Log in in your browser:\n\n  ${address}\n`);
      if (hasDesktop) openBrowser(address);
    });
  return deviceLogin(provider, ({ userCode, address, completeAddress }) => {
    note(
      terminal,
      `Open ${address} in a browser and enter the code ${styled(terminal, terminal.err, 'bold', userCode)}`,
    );
    if (completeAddress !== undefined) note(terminal, `Or open ${completeAddress}`);
  });
}

async function withPassword(product: Product, endpoints: Endpoints, words: Words, terminal: Terminal): Promise<Tokens> {
  const user =
    typeof words.user === 'string' ? words.user : await ask(terminal, product === 'analytics' ? 'E-mail: ' : 'Name: ');
  const password =
    words['password-stdin'] === true
      ? (await readAll(terminal.in)).toString().replace(/\r?\n$/, '')
      : await ask(terminal, 'Password: ', true);
  if (product === 'analytics') return apiLogin(endpoints, user, password);
  const { issuer, password_client_id: clientId } = endpoints.platform;
  if (clientId === undefined)
    throw new CommandError('This installation takes no passwords for labs here. Use --browser or --device.');
  return passwordLogin({ issuer, clientId }, user, password);
}

export async function logout(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { options, product } = read(args);
  const { profiles, name } = openSession(terminal, options.profile);
  const profile = profiles.read(name);
  if (profile === undefined) return exitCodes.ok;
  const ending = product === undefined ? products : [product];
  await profiles.change(name, async (now = profile) => {
    // What is stored here goes in any case; a service that is down forgets the login when it expires.
    await Promise.allSettled(ending.map((each) => endLogin(now.endpoints, each, now.tokens[each])));
    const kept = Object.entries(now.tokens).filter(([each]) => !ending.some((ended) => ended === each));
    return { ...now, tokens: Object.fromEntries(kept) };
  });
  if (!options.quiet) note(terminal, 'Logged out.');
  return exitCodes.ok;
}

async function endLogin(endpoints: Endpoints, product: Product, tokens: Tokens | undefined): Promise<void> {
  if (tokens?.refresh_token === undefined) return;
  if (tokens.from === 'api') return apiLogout(endpoints, tokens.refresh_token);
  const { issuer } = product === 'analytics' ? endpoints.analytics : endpoints.platform;
  await revoke({ issuer, clientId: tokens.client_id ?? '' }, tokens.refresh_token);
}

export async function status(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { options } = read(args);
  const { profiles, name } = openSession(terminal, options.profile);
  const profile = profiles.read(name);
  const logins = Object.entries(profile?.tokens ?? {}).map(([product, { access_token }]) => [
    product,
    subjectOf(access_token),
  ]);
  const value = { profile: name, url: profile?.url ?? null, ...Object.fromEntries(logins) };
  await show(terminal, value, options);
  return exitCodes.ok;
}

/** As the token names its user; it is for reading only, so nothing is verified. */
function subjectOf(token: string): string {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    return String(claims.preferred_username ?? claims.email ?? claims.sub);
  } catch {
    return 'logged in';
  }
}

export async function profiles(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options: commonOptions });
  const { profiles: all } = openSession(terminal);
  const [verb, name] = positionals;
  if (verb === 'use' && name !== undefined) {
    if (!all.names().includes(name)) throw new CommandError(`There is no profile ${name}.`, exitCodes.notFound);
    all.use(name);
    return exitCodes.ok;
  }
  if (verb !== undefined) throw new CommandError('Use `covenant profiles` or `covenant profiles use NAME`.');
  const items = all.names().map((each) => ({ name: each, url: all.read(each)?.url, in_use: each === all.current() }));
  await show(terminal, { items }, optionsIn(values as Words));
  return exitCodes.ok;
}
