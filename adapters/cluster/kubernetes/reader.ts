// The reader pod beside a claim, and the programs that it runs; pure.

import type { Identity, Labels } from '../labels.ts';
import { LAB_UID } from '../uids.ts';
import { labelsOf } from './labels.ts';
import type { ManifestSettings } from './manifests.ts';
import type { Manifest } from './objects.ts';
import { HOME, restrictedContainer, restrictedPod } from './pod.ts';

/** No role has a hyphen, so none can be called like this. */
export const readerName = (name: string): string => `${name}--tar`;

/** Where the modes of files can be changed while HOME is read-only. */
const OPEN_HOME = '/volume';

const metaOf = (manifestSettings: ManifestSettings, of: Identity) => ({
  name: readerName(of.name),
  labels: { ...labelsOf(manifestSettings.installation, of, 'reader') },
});

/** The instance's own policy may be gone; a reader needs no network at all. */
export const readerPolicy = (manifestSettings: ManifestSettings, of: Identity): Manifest<'policy'> => ({
  kind: 'policy',
  object: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metaOf(manifestSettings, of),
    spec: { podSelector: { matchLabels: selector(manifestSettings, of) }, policyTypes: ['Ingress', 'Egress'] },
  },
});

const selector = (manifestSettings: ManifestSettings, of: Identity): Labels => {
  const {
    app,
    installation_id,
    'covenant.instance_id': instance,
  } = labelsOf(manifestSettings.installation, of, 'reader');
  return { app, installation_id, 'covenant.instance_id': instance } as Labels;
};

export const readerPod = (
  manifestSettings: ManifestSettings,
  of: Identity,
  {
    claim,
    uid,
    image,
    reads,
  }: { readonly claim: string; readonly uid: number; readonly image: string; readonly reads: boolean },
): Manifest<'pod'> => ({
  kind: 'pod',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metaOf(manifestSettings, of),
    spec: {
      ...manifestSettings.pod,
      ...restrictedPod(uid),
      restartPolicy: 'Never',
      // The worker that runs it is dead by then.
      activeDeadlineSeconds: 6 * 3_600,
      terminationGracePeriodSeconds: 1,
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.0.0.1'] },
      containers: [
        {
          name: 'lab',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['/usr/bin/tini', '--', 'sleep', 'infinity'],
          workingDir: '/',
          resources: {
            requests: { cpu: '50m', memory: '64Mi', 'ephemeral-storage': '16Mi' },
            limits: { cpu: '1000m', memory: '256Mi', 'ephemeral-storage': '64Mi' },
          },
          securityContext: restrictedContainer,
          volumeMounts: [
            { name: 'home', mountPath: HOME, readOnly: reads },
            { name: 'home', mountPath: OPEN_HOME },
          ],
        },
      ],
      volumes: [{ name: 'home', persistentVolumeClaim: { claimName: claim } }],
    },
  },
});

/**
 * No capability reads what its owner has closed to himself, so that is opened for the time of the reading. What it was
 * lies in this file of the volume until it is so again, also when this pod is killed.
 */
const journal = '.covenant-modes';

const perl = (program: string): readonly string[] => ['perl', '-e', `use strict; use Fcntl ':mode';\n${program}`];

const restore = `
my ($top, $journal) = ('${OPEN_HOME}', '${journal}');
my $mode;
sub open_top {
  $mode = (lstat $top)[2] & 07777;
  chmod $mode | 0700, $top if ($mode & 0700) != 0700;
}
open_top();
chdir $top or die "$top: $!\\n";
sub entries {
  open(my $file, '<', $journal) or return;
  local $/ = "\\0"; my @all = <$file>; chomp @all; return map { [split / /, $_, 2] } @all;
}
sub restore {
  my @all = reverse entries();
  for (@all) { chmod oct $$_[0], $$_[1] if $$_[1] ne '.' }
  unlink $journal;
  for (@all) { chmod oct $$_[0], $top if $$_[1] eq '.' }
}
`;

/** Prints "MODE PATH" and a zero byte for each that it opened. */
export const openClosed = perl(`${restore}
if (-f $journal) { restore(); open_top() }
my ($log, %opened);
sub note {
  open($log, '>', $journal) or die "$journal: $!\\n" unless $log;
  syswrite($log, sprintf("%04o %s\\0", @_)) or die "$journal: $!\\n";
}
sub walk {
  my ($dir) = @_;
  opendir(my $handle, $dir) or die "$dir: $!\\n";
  my @names = grep { $_ ne '.' && $_ ne '..' } readdir $handle;
  closedir $handle;
  for my $name (@names) {
    my $path = "$dir/$name";
    my ($device, $inode, $mode, $links) = lstat $path or next;
    my $need = S_ISDIR($mode) ? 0500 : S_ISREG($mode) ? 0400 : 0;
    my $key = "$device:$inode";
    if (($mode & $need) != $need) {
      note($mode & 07777, $path);
      $opened{$key} = $mode & 07777 if $links > 1;
      chmod(($mode & 07777) | $need, $path) or die "$path: $!\\n";
    } elsif (!S_ISDIR($mode) && exists $opened{$key}) {
      note($opened{$key}, $path);
    }
    walk($path) if S_ISDIR($mode);
  }
}
note($mode, '.') if ($mode & 0700) != 0700;
walk('.');
print "$$_[0] $$_[1]\\0" for entries();
`);

export const closeOpened = perl(`${restore} restore();`);

export const readAll: readonly string[] = [
  ...[
    'tar',
    `--directory=${HOME}`,
    '--create',
    '--file=-',
    '--format=gnu',
    '--sparse',
    '--numeric-owner',
    // Whose the files are here is nothing that another cluster, or another installation, could use.
    `--owner=:${LAB_UID}`,
    `--group=:${LAB_UID}`,
    '--sort=name',
  ],
  ...['--anchored', `--exclude=./${journal}`, '.'],
];

/** What a broken-off attempt left is overwritten; its folders may be closed to their owner. */
export const makeWritable = perl(`${restore}
if (-f $journal) { restore(); open_top() }
sub walk {
  my ($dir) = @_;
  opendir(my $handle, $dir) or die "$dir: $!\\n";
  my @names = grep { $_ ne '.' && $_ ne '..' } readdir $handle;
  closedir $handle;
  for my $path (map { "$dir/$_" } @names) {
    my $mode = (lstat $path)[2];
    next unless S_ISDIR($mode);
    chmod(($mode & 07777) | 0700, $path);
    walk($path);
  }
}
walk('.');
`);

export const writeAll: readonly string[] = [
  ...['tar', `--directory=${HOME}`, '--extract', '--file=-', '--preserve-permissions', '--numeric-owner'],
  ...['--sparse', '--delay-directory-restore'],
];

/** By the names that tar gives, from what `openClosed` prints; one character for each byte. */
export function modesIn(printed: Buffer): ReadonlyMap<string, number> {
  const entries = printed.toString('latin1').split('\0').slice(0, -1);
  return new Map(entries.map((entry) => [entry.slice(5), Number.parseInt(entry.slice(0, 4), 8)]));
}

/** Folders end in a slash there. */
export const pathOfMember = (name: string): string => name.replace(/\/$/, '');
