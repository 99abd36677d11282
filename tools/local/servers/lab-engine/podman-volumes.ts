// Homes whose mount and Podman's count of it differ: a Podman that is killed between the two leaves a home mounted
// which it does not know to be, and then refuses to mount it for ever ("is already mounted"), or counts one that is
// not, and hands out its empty place. What is to be done is decided by `miscounted`.

export type HomeVolume = {
  readonly name: string;
  readonly mountpoint: string;
  /** Containers that have it mounted, as Podman counts them. */
  readonly mounts: number;
  /** A separate file system; the others are never mounted. */
  readonly hasDevice: boolean;
};

export type Miscounted = {
  /** Places to unmount. */
  readonly unknown: readonly string[];
  /** To be counted down to nothing. */
  readonly missing: readonly Omit<HomeVolume, 'hasDevice'>[];
};

export function miscounted(volumes: readonly HomeVolume[], mounted: ReadonlySet<string>): Miscounted {
  const own = volumes.filter(({ hasDevice }) => hasDevice);
  return {
    unknown: own.flatMap(({ mounts, mountpoint }) => (mounts === 0 && mounted.has(mountpoint) ? [mountpoint] : [])),
    missing: own.flatMap(({ name, mounts, mountpoint }) =>
      mounts > 0 && !mounted.has(mountpoint) ? [{ name, mountpoint, mounts }] : [],
    ),
  };
}

type Inspected = {
  readonly Name: string;
  readonly Anonymous?: boolean;
  readonly Labels?: Readonly<Record<string, string>> | null;
  readonly Mountpoint: string;
  readonly MountCount?: number;
  readonly Options: Readonly<Record<string, string>> | null;
};

/** From what `podman volume inspect` prints. A Podman that does not count reports nothing. */
export const homeVolumes = (printed: string): readonly HomeVolume[] =>
  (JSON.parse(printed || '[]') as readonly Inspected[]).flatMap(({ Name, Mountpoint, MountCount, Options }) =>
    MountCount === undefined
      ? []
      : [{ name: Name, mountpoint: Mountpoint, mounts: MountCount, hasDevice: Options?.device !== undefined }],
  );

/**
 * Volumes that Podman made because an image declares them: until release 0.14.0 they stayed when their lab was gone,
 * with what the student wrote, and without a size. Of what is still used Podman removes none.
 */
export const unnamedVolumes = (printed: string): readonly string[] =>
  (JSON.parse(printed || '[]') as readonly Inspected[]).flatMap(({ Name, Anonymous, Labels }) =>
    Anonymous === true && Object.keys(Labels ?? {}).length === 0 ? [Name] : [],
  );
