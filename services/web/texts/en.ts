// Everything that the app shows in words, in English. What the platform writes, such as problems and advice, is English
// in every language.
import type { InstanceState } from '../../../generated/platform/types.ts';

type StateText = { readonly word: string; readonly student: string };

const states: Readonly<Record<InstanceState, StateText>> = {
  queued: { word: 'Queued', student: 'Your lab has been requested and starts in a moment.' },
  waiting_quota: {
    word: 'Waiting for room',
    student: 'All places are taken. Your lab starts by itself when one is free.',
  },
  creating: { word: 'Starting', student: 'The container starts, and a test login checks that you can get in.' },
  running: { word: 'Running', student: 'Your lab is ready. Log in from your terminal.' },
  degraded: { word: 'Degraded', student: 'Something in your lab is being repaired. Your files are kept.' },
  stopping: { word: 'Stopping', student: 'Your files are being archived.' },
  stopped: {
    word: 'Stopped',
    student: 'Your files are kept, and are restored when your teacher starts the lab again.',
  },
  failed: { word: 'Failed', student: 'Your lab could not start or stop.' },
};

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const en = {
  language: 'en',
  skip: 'Skip to content',
  brand: 'Covenant',
  documentation: 'Documentation',
  logIn: 'Log in',
  logOut: 'Log out',
  /** The other language, in that language. */
  otherLanguage: { code: 'de', name: 'Deutsch' },
  account: 'Account',
  theme: 'Switch between dark and light',
  home: 'Labs',
  close: 'Close',
  cancel: 'Cancel',
  again: 'Try again',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  show: 'Show',
  hide: 'Hide',
  loading: 'Loading …',
  slow: 'This takes longer than usual …',
  requestId: 'Request',
  line: (row: number, column: string | undefined) =>
    column === undefined ? `Line ${row}` : `Line ${row}, column ${column}`,
  noAnswer: 'The server did not answer',
  noAnswerAdvice: 'Check your connection. Nothing that you typed is lost.',

  signIn: {
    title: 'Your labs, one login away',
    lead: 'Start a lab for a class, or open the shell that your teacher has prepared for you.',
    dealers: 'The analytics API for dealers is described in the documentation.',
  },
  ended: {
    title: 'Your session has ended',
    text: 'Log in again to continue here. What you typed is kept.',
  },
  connection: {
    lost: 'No connection to the server. What you see may be out of date.',
    since: 'Since',
    refused: 'Live updates are off because too many pages are open. Close some of them, then reload this one.',
  },
  missing: {
    title: 'There is no page here',
    text: 'The address is wrong, or the lab is not yours.',
    back: 'To your labs',
  },
  states,

  student: {
    title: 'My labs',
    none: 'No lab yet',
    noneAdvice: 'A lab appears here as soon as your teacher starts it for you. You can leave this page open.',
    yourId: (id: string) => `Your teacher needs your student id: ${id}`,
    step1: 'Log in from a terminal',
    password: 'Password',
    passwordAdvice: 'ssh asks for it after you paste the line.',
    more: 'Trust the host key, shorten the command, open VS Code',
    hostKey: 'Trust the host key',
    hostKeyAdvice: 'Run this once. Then ssh does not ask whether the server is the right one.',
    config: 'Shorten the command',
    configAdvice: (name: string) => `Add this to ~/.ssh/config. After that, ssh ${name} is enough.`,
    editor: 'Open in VS Code',
    editorAdvice: 'Needs VS Code with the extension Remote - SSH.',
    endsAt: 'Stops and is archived',
    endsAdvice: 'Ask your teacher to extend it if you need longer.',
    fingerprint: 'Fingerprint of the host key',
    creatingVolume: 'The volume for your files is being created.',
    groupOf: (group: string) => `Lab of group ${group}`,
  },

  teacher: {
    title: 'Your labs',
    newLab: 'New lab',
    none: 'Upload your first lab',
    noneAdvice: 'A lab is one YAML file: a name and an image. Each student gets a container of it, and logs in by ssh.',
    notStarted: 'Not started for anyone yet',
    revision: (n: number) => `Revision ${n}`,
    help: (n: number) => count(n, 'needs help', 'need help'),
    own: 'Your own lab',
  },

  classGrid: {
    all: 'All',
    filter: 'Show',
    startTitle: 'Start for students',
    startLabel: 'Student ids',
    startAdvice: 'Separate them by spaces, commas or lines. A lab that ran before gets its files back.',
    pick: 'Choose from the list',
    search: 'Search by name',
    noStudents: 'No student has this name.',
    emptyHomes: 'Begin with empty homes instead of the files of the last run',
    startButton: (n: number) => (n === 0 ? 'Start' : `Start for ${count(n, 'student', 'students')}`),
    empty: 'This lab has not been started for anyone yet',
    emptyAdvice: 'Choose your students, or type their ids. Each of them gets a lab, and its state appears here live.',
    emptyFilter: 'No student is in this state.',
    selected: (n: number) => (n === 0 ? 'No one selected' : `${n} selected`),
    selectAll: 'Select all',
    selectNone: 'Select none',
    selectFailed: 'Select all that need help',
    restart: (n: number) => (n === 0 ? 'Restart' : `Restart ${n}`),
    stop: (n: number) => (n === 0 ? 'Stop' : `Stop ${n}`),
    startAgain: (n: number) => (n === 0 ? 'Start' : `Start ${n}`),
    confirmStop: (n: number) => `Stop ${count(n, 'lab', 'labs')}?`,
    confirmStopText:
      'Students who are logged in are disconnected. Their files are archived first and come back at the next start.',
    confirmRestart: (n: number) => `Restart ${count(n, 'lab', 'labs')}?`,
    confirmRestartText:
      'All processes end and students who are logged in are disconnected. Files, addresses and passwords are kept.',
    details: 'Details',
    student: 'Student',
    group: 'Group',
    volume: 'Volume',
    endsAt: 'Ends',
    advice: 'What to do',
    reason: 'Reason',
    newVersion: 'Upload a new version',
    report: 'Report',
    accepted: (n: number) => `${n} accepted`,
    refused: (n: number) => `${n} refused`,
    outcomes: {
      accepted: 'accepted',
      already_running: 'already running',
      already_starting: 'already starting',
      already_stopped: 'already stopped',
      refused: 'refused',
    } as Readonly<Record<string, string>>,
  },

  upload: {
    title: 'New lab',
    newVersionTitle: (lab: string) => `New version of ${lab}`,
    lead: 'Drop a YAML file here, or write it below.',
    choose: 'Choose a file',
    drop: 'Drop the file to read it',
    editor: 'Configuration (YAML)',
    submit: 'Upload lab',
    submitVersion: 'Upload new version',
    example: 'Begin with the example',
    schema: 'All settings are described in the documentation.',
    errors: (n: number) => `${count(n, 'mistake', 'mistakes')} in the file. Nothing was stored.`,
    exists: 'Upload it as a new version instead',
    stale: 'Continue with my text on top of the newer version',
    tooLarge: 'The file is larger than 256 KiB. A lab configuration is a short text.',
    kept: 'Labs that run keep their version. The next start uses the new one.',
  },

  volumes: {
    none: 'none yet',
    bound: 'in use',
    archiving: 'being archived',
    archived: 'archived',
    released: 'archived and released',
    quarantined: 'kept, owner unknown',
  } as Readonly<Record<string, string>>,
};

/** The same for every language. */
export type Texts = typeof en;
