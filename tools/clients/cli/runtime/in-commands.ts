// What the APIs advise in terms of HTTP, as a user of the command line types it.

const terms: readonly (readonly [http: RegExp, command: string])[] = [
  [/PUT \/api\/v1\/labs\/([\w-]+)\/config/g, '`covenant labs replace $1 FILE`'],
  [/PUT to its `config`, with its ETag as If-Match/g, '`covenant labs replace LAB FILE`'],
  [/\bconfirm=(\d+)/g, '--confirm $1'],
];

export const inCommands = (text: string): string =>
  terms.reduce((result, [http, command]) => result.replaceAll(http, command), text);
