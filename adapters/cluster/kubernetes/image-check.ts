// Whether an image does what a lab of it cannot have. The API server does not know what an image declares, so each
// container finds out as it starts, beside its entry and before its node lets it run (decision 594); one that fails
// ends, and its last words say why.
import type { V1Lifecycle } from '@kubernetes/client-node';

/**
 * Folders of containerd and of Docker for the VOLUMEs of an image, which have no size. A declared place where the pod
 * mounts something is no such mount. What lab-init would report afterwards is no longer to come, so it is killed first.
 */
const SCRIPT = `
fail() { echo "FAILED:$1" > /dev/termination-log; kill -9 -1; echo "FAILED:$1" > /dev/termination-log; exit 1; }
place=$(awk '$4 ~ "/containers/[0-9a-f]+/volumes/|/volumes/[0-9a-f]{64}/" { print $5; exit }' /proc/self/mountinfo)
[ -z "$place" ] || fail "the image declares a volume at $place (VOLUME), which would have no size. Remove the declaration from the image"
tr '\\0' '\\n' < /proc/1/cmdline | grep -qx /usr/local/bin/lab-init || fail "the image has an ENTRYPOINT other than that of the lab image, so it never starts as a lab. Remove it, and name the program as CMD"
`;

export const imageCheck: V1Lifecycle = { postStart: { exec: { command: ['/bin/sh', '-c', SCRIPT] } } };
