// npm run broker:accounts: the commands that make the accounts of the services on a RabbitMQ of your own, or that of
// another team. It prints them and changes nothing.
import { parseArgs } from 'node:util';
import { messageOf } from '../../command-line/message-of.ts';
import { brokerUsers, openExchanges, serviceRights, teamName, teamRights } from '../servers/broker/broker-rights.ts';

const usage = `usage: npm run -s broker:accounts -- [--team NAME] [--vhost NAME]

Prints rabbitmqctl commands. Without --team: one account per service, with the permissions that its operations need.
  --team NAME    an account for another team, which can declare and read queues whose names start with NAME and a dot, and bind them to
                 ${openExchanges.join(' and ')}; nothing else
  --vhost NAME   the virtual host (default: /)`;

type Rights = ReturnType<typeof serviceRights>;

export function commandsFor(team: string | undefined, vhost: string): readonly string[] {
  const host = vhost === '/' ? '' : ` -p ${quoted(vhost)}`;
  const commands = (user: string, { configure, write, read }: Rights) => [
    `rabbitmqctl add_user ${user}`,
    `rabbitmqctl set_permissions${host} ${[user, configure, write, read].map(quoted).join(' ')}`,
  ];
  return team === undefined
    ? brokerUsers.flatMap((user) => commands(user, serviceRights(user)))
    : commands(team, teamRights(team));
}

const quoted = (text: string): string => (/^[\w-]+$/.test(text) ? text : `'${text}'`);

function main(args: readonly string[]): 0 | 2 {
  const options = { team: { type: 'string' }, vhost: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const { team, vhost = '/', help } = parseArgs({ args: [...args], options }).values;
    if (team !== undefined && !teamName.test(team))
      throw new Error(`${team} is not a team name: it must match ${teamName}.`);
    if (/'/.test(vhost)) throw new Error('The name of the virtual host must not contain a quotation mark.');
    process.stdout.write(`${help === true ? usage : commandsFor(team, vhost).join('\n')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
