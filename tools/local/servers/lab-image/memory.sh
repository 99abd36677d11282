# How often the kernel has killed a process of this lab because its memory was full; sourced by lab-init and by every interactive shell.
# Without a process of its own, so that a prompt comes back where there is no room for one.

# Sets oom_kills.
count_oom_kills() {
  local file name value
  oom_kills=0
  for file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
    if [ -r "$file" ]; then
      while read -r name value; do if [ "$name" = oom_kill ]; then oom_kills=$value; return; fi; done < "$file"
    fi
  done
}

# Before each prompt; the number that was reported last is kept for the shells that follow.
report_oom_kills() {
  local oom_kills file bytes reported=0 limit=
  count_oom_kills
  if [ "$oom_kills" = "${LAB_OOM_KILLS:-}" ]; then return; fi
  if [ -r /run/lab/oom-kills ]; then read -r reported < /run/lab/oom-kills; fi
  if [ "$oom_kills" -gt "${LAB_OOM_KILLS:-$reported}" ]; then
    for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
      if [ -r "$file" ] && read -r bytes < "$file" && [ "$bytes" -gt 0 ] 2> /dev/null; then limit="its $((bytes >> 20)) MiB of "; fi
    done
    echo "A process was killed because this lab used all ${limit}memory. Files in /tmp, /var/tmp and /dev/shm also count towards the limit."
    echo "$oom_kills" > /run/lab/oom-kills
  fi
  LAB_OOM_KILLS=$oom_kills
}
