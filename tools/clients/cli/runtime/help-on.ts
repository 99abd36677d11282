// Which help a user asks for: that of the program, of a group of commands, or of one command.
import { type Api, apiTitles, type Table } from './command.ts';
import { apiHelp, commandHelp, exitCodesHelp, programHelp } from './help.ts';
import { labAliases, labHelps, labsHelp } from './labs.ts';
import { loginHelp } from './login.ts';
import { messagesHelp } from './messages.ts';
import { userAliases, usersHelp } from './users.ts';

const ofOwn: Readonly<Record<string, string>> = {
  login: loginHelp,
  logout: `covenant logout [analytics|labs] [--profile NAME]

Ends the login at the provider and removes its tokens from this machine; without a name, both logins.
`,
  status: `covenant status [--profile NAME] [-o table|json|csv]

Shows the installation and who is logged in.
`,
  profiles: `covenant profiles [-o table|json|csv]
covenant profiles use NAME

Lists the profiles, each with an account or an installation, or chooses the one in use. A login with --profile NAME adds one;
the first one is in use until another is chosen.
`,
  completion: `covenant completion bash|zsh|fish

Prints a script for your shell. To load it:

  source <(covenant completion bash)
  source <(covenant completion zsh)
  covenant completion fish | source
`,
};

/** Undefined: there is no such command. Words after a command are its own. */
export function helpOn([first, second]: readonly string[], table: Table): string | undefined {
  if (first === undefined || first === 'help')
    return second === 'exit-codes' ? exitCodesHelp(table) : programHelp(table);
  if (first === 'exit-codes') return exitCodesHelp(table);
  if (first === 'messages') return messagesHelp(table);
  if (first === 'labs') return second === undefined ? labsHelp : ofLabs(second, table);
  if (first === 'users')
    return second === undefined ? usersHelp : ofOperation('platform', userAliases[second] ?? '', table);
  if (first in apiTitles)
    return second === undefined ? apiHelp(first as Api, table) : ofOperation(first, second, table);
  return ofOwn[first];
}

function ofLabs(verb: string, table: Table): string | undefined {
  const alias = labAliases[verb];
  return alias === undefined ? labHelps[verb] : ofOperation('platform', alias, table);
}

function ofOperation(api: string, name: string, table: Table): string | undefined {
  const command = table.commands.find((each) => each.api === api && each.name === name);
  return command === undefined ? undefined : commandHelp(command, table);
}
