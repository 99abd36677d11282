// What the APIs advise in general terms or in those of HTTP, as a user of the command line types it.

const terms: readonly (readonly [advice: RegExp, command: string])[] = [
  [/upload this file as a new version of the lab ([a-z][a-z0-9-]*)/g, 'run `covenant labs replace $1 FILE`'],
  [/upload it as a new version of the lab/g, 'upload it with `covenant labs replace LAB FILE`'],
  [/\(`restore: none`\)/g, '(`--restore none`)'],
  // Platforms of the release before advise so.
  [/PUT \/api\/v1\/labs\/([\w-]+)\/config/g, '`covenant labs replace $1 FILE`'],
  [/PUT to its `config`, with its ETag as If-Match/g, '`covenant labs replace LAB FILE`'],
  [/\bconfirm=(\d+)/g, '--confirm $1'],
];

export const inCommands = (text: string): string =>
  terms.reduce((result, [advice, command]) => result.replaceAll(advice, command), text);
