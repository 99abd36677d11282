// Users as administrators manage them: operations of the platform by shorter names.

/** The commands of the group, by what they are among those of the platform. */
export const userAliases: Readonly<Record<string, string>> = {
  list: 'list-users',
  get: 'get-user',
  create: 'create-user',
  import: 'import-users',
  invite: 'create-invitation',
  disable: 'disable-user',
  enable: 'enable-user',
  sessions: 'list-user-sessions',
  'end-session': 'end-user-session',
  'end-sessions': 'end-user-sessions',
};

export const usersHelp = `covenant users COMMAND

  list [--query TEXT] [--role ROLE]     users, also those who have not logged in yet
  get ID                                one of them
  create --username NAME                name a user before the first login
  import FILE [--dry-run] [--role ROLE]  users from the CSV file of a school system
  invite ID                             a link by which the user creates an account, at the embedded identity provider
  disable ID, enable ID                 refuse a user, or let them log in again
  sessions ID                           browser sessions of a user
  end-session ID SESSION                end one of them
  end-sessions ID                       end all of them

Help on one of them: covenant users COMMAND --help
`;
