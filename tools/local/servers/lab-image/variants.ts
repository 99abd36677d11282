// The lab images by what they are for: the packages of Debian that each has.

/** What a login needs. */
const login = ['openssh-server', 'libpam-pwdfile', 'libnss-extrausers', 'tini'];

/** Containers in front of and around a lab run on the smallest image (adapters/cluster/containers). */
const network = ['nftables', 'socat'];

const shell = [
  'ca-certificates',
  'curl',
  'iproute2',
  'iputils-ping',
  'less',
  'nano',
  ...['foot-terminfo', 'kitty-terminfo', 'ncurses-term'], // terminals of the last years
  'netcat-openbsd',
  'procps',
  'rsync',
  'vim-tiny',
];

/** What a first course works with. */
const course = [
  ...['bash-completion', 'bc', 'bzip2', 'diffutils', 'dnsutils', 'file', 'jq', 'tmux', 'tree', 'unzip', 'wget'],
  ...['xz-utils', 'zip'],
  ...['emacs-nox', 'git', 'vim'],
  ...['man-db', 'manpages'],
  ...['python3', 'python3-pip', 'python3-venv'],
  ...['gcc', 'gdb', 'libc6-dev', 'make', 'strace'],
];

type Contents = {
  /** One sentence for the usage of `npm run lab-image`. */
  readonly text: string;
  readonly packages: readonly string[];
  /** Whether manual pages stay in the image. */
  readonly hasManual: boolean;
};

const base = [...login, ...network, ...shell];

const contents = {
  shell: {
    text: 'a shell, two small editors and network tools; `npm start` loads it',
    packages: base,
    hasManual: false,
  },
  course: {
    text: 'the tools of a first course: git, vim, emacs, tmux, manual pages, python3 with pip and venv, gcc, make, gdb',
    packages: [...base, ...course],
    hasManual: true,
  },
  python: {
    text: 'course, with numpy, pandas, matplotlib, ipython and pytest',
    packages: [
      ...[...base, ...course],
      ...['ipython3', 'python3-matplotlib', 'python3-numpy', 'python3-pandas', 'python3-pytest', 'python3-requests'],
    ],
    hasManual: true,
  },
  systems: {
    text: 'course, with C++, CMake, Valgrind, ltrace, binutils and the manual of the C library',
    packages: [...[...base, ...course], ...['binutils', 'cmake', 'g++', 'ltrace', 'manpages-dev', 'valgrind', 'xxd']],
    hasManual: true,
  },
  web: {
    text: 'course, with Node.js, nginx, PostgreSQL and SQLite',
    packages: [...base, ...course, ...['nginx-light', 'nodejs', 'npm', 'postgresql', 'sqlite3']],
    hasManual: true,
  },
} as const satisfies Readonly<Record<string, Contents>>;

export type Variant = keyof typeof contents;

export const variants = Object.keys(contents) as readonly Variant[];

export const isVariant = (text: string): text is Variant => Object.hasOwn(contents, text);

export const contentsOf = (variant: Variant): Contents => contents[variant];

/** As `{registry_url}/<project>/labs/<lab_name>:<tag>` with the registry `localhost`, which no engine asks. */
export const imageNameOf = (variant: Variant) => `localhost/covenant/labs/${variant}:v1.0` as const;
