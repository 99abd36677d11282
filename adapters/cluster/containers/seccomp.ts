// The system calls of a container, as a seccomp profile: what programs use, and nothing that opens the kernel's rarer
// parts. Compared with the default of moby, as of the date in test/moby.fixture.ts; engines have profiles of their own,
// and Podman's lets a lab make user namespaces and mounts.

/** `CLONE_NEW*`: namespaces of every kind that `clone` can make. */
const NAMESPACES = 0x7e02_0000;
/**
 * UNIX, INET, INET6 and NETLINK: programs of a lab use no other, and the others were doors into the kernel
 * (CVE-2026-31431).
 */
const FAMILIES = [1, 2, 10, 16];
const AF_UNIX = 1;
const ENOSYS = 38;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const files = words(`
  access faccessat faccessat2 open openat openat2 creat close close_range read readv pread64 preadv preadv2 write writev pwrite64
  pwritev pwritev2 lseek truncate ftruncate fallocate fadvise64 readahead copy_file_range sendfile splice tee vmsplice
  sync syncfs fsync fdatasync sync_file_range stat fstat lstat newfstatat statx statfs fstatfs umask
  link linkat unlink unlinkat symlink symlinkat readlink readlinkat rename renameat renameat2 mkdir mkdirat rmdir mknod mknodat
  chdir fchdir getcwd getdents getdents64 chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
  utime utimes utimensat futimesat flock fcntl ioctl dup dup2 dup3 pipe pipe2 name_to_handle_at
  getxattr lgetxattr fgetxattr setxattr lsetxattr fsetxattr listxattr llistxattr flistxattr removexattr lremovexattr fremovexattr
  getxattrat setxattrat listxattrat removexattrat cachestat statmount listmount
  inotify_init inotify_init1 inotify_add_watch inotify_rm_watch fanotify_mark
  io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents
  landlock_create_ruleset landlock_add_rule landlock_restrict_self`);

const events = words(`
  poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_wait epoll_wait_old epoll_pwait epoll_pwait2
  eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_gettime timerfd_settime`);

const memory = words(`
  brk mmap munmap mremap mprotect madvise mincore msync mlock mlock2 mlockall munlock munlockall remap_file_pages membarrier
  memfd_create memfd_secret pkey_alloc pkey_free pkey_mprotect map_shadow_stack mseal`);

/**
 * `ptrace` and its like reach the lab's processes only: each lab has a separate process namespace, and no capability.
 */
const processes = words(`
  fork vfork execve execveat exit exit_group wait4 waitid kill tkill tgkill pause pidfd_open pidfd_send_signal process_mrelease
  getpid getppid gettid getpgid getpgrp setpgid getsid setsid getpriority setpriority ioprio_get ioprio_set
  getuid geteuid getgid getegid getresuid getresgid getgroups setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid
  getrlimit setrlimit prlimit64 getrusage times capget capset prctl arch_prctl modify_ldt seccomp
  sched_yield sched_getaffinity sched_setaffinity sched_getattr sched_setattr sched_getparam sched_setparam
  sched_getscheduler sched_setscheduler sched_get_priority_max sched_get_priority_min sched_rr_get_interval
  set_tid_address get_robust_list set_robust_list get_thread_area set_thread_area rseq futex futex_waitv futex_wake futex_wait futex_requeue
  restart_syscall getcpu ptrace process_vm_readv process_vm_writev uretprobe`);

const signals = words(`
  rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sigaltstack alarm`);

const time = words(`
  time gettimeofday clock_getres clock_gettime clock_nanosleep clock_adjtime adjtimex nanosleep getitimer setitimer
  timer_create timer_delete timer_getoverrun timer_gettime timer_settime`);

const messages = words(`
  accept accept4 bind connect listen shutdown getpeername getsockname getsockopt setsockopt
  recvfrom recvmsg recvmmsg sendto sendmsg sendmmsg
  mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr msgctl msgget msgrcv msgsnd
  semctl semget semop semtimedop shmat shmctl shmdt shmget uname sysinfo getrandom`);

/** What the same is called for programs of 32 bits. */
const narrow = words(`
  _llseek _newselect chown32 fchown32 lchown32 fcntl64 fadvise64_64 fstat64 fstatat64 lstat64 stat64 fstatfs64 statfs64 ftruncate64 truncate64
  getegid32 geteuid32 getgid32 getgroups32 getresgid32 getresuid32 getuid32 setfsgid32 setfsuid32 setgid32 setgroups32 setregid32
  setresgid32 setresuid32 setreuid32 setuid32 ipc mmap2 recv send sendfile64 sigprocmask sigreturn ugetrlimit waitpid
  clock_adjtime64 clock_getres_time64 clock_gettime64 clock_nanosleep_time64 futex_time64 io_pgetevents_time64 mq_timedreceive_time64
  mq_timedsend_time64 ppoll_time64 pselect6_time64 recvmmsg_time64 rt_sigtimedwait_time64 sched_rr_get_interval_time64 semtimedop_time64
  timer_gettime64 timer_settime64 timerfd_gettime64 timerfd_settime64 utimensat_time64
  arm_fadvise64_64 arm_sync_file_range sync_file_range2 breakpoint cacheflush set_tls`);

const names = [...files, ...events, ...memory, ...processes, ...signals, ...time, ...messages, ...narrow];

/** As `uname26`, `setarch -R` (a debugger asks for fixed addresses) and a question for the present one say it. */
const personalities = [0x0, 0x8, 0x4_0000, 0x2_0000, 0x2_0008, 0xffff_ffff];

const allow = (only: readonly string[], ...args: readonly object[]) => ({
  names: only,
  action: 'SCMP_ACT_ALLOW',
  args,
});

/** In the form that Docker and Podman read; what is not named is not permitted. */
export const seccompProfile: string = JSON.stringify({
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: 1,
  archMap: [
    { architecture: 'SCMP_ARCH_X86_64', subArchitectures: ['SCMP_ARCH_X86'] },
    { architecture: 'SCMP_ARCH_AARCH64', subArchitectures: ['SCMP_ARCH_ARM'] },
  ],
  syscalls: [
    allow(names),
    allow(['clone'], { index: 0, value: NAMESPACES, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }),
    // Its flags lie in memory, where no filter sees them; programs that get this answer take `clone`.
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS, args: [] },
    ...FAMILIES.map((value) => allow(['socket'], { index: 0, value, valueTwo: 0, op: 'SCMP_CMP_EQ' })),
    // It makes sockets, too, and loads the module of a family before it finds that there are no pairs of it.
    allow(['socketpair'], { index: 0, value: AF_UNIX, valueTwo: 0, op: 'SCMP_CMP_EQ' }),
    // Its arguments lie in memory as well; libraries of 32 bits take `socket` and its like then, which are filtered.
    { names: ['socketcall'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS, args: [] },
    ...personalities.map((value) => allow(['personality'], { index: 0, value, valueTwo: 0, op: 'SCMP_CMP_EQ' })),
  ],
});
