# How often the kernel has killed a process of this lab because its memory was full; sourced by lab-init and by every interactive shell.

oom_kills() {
  local file name value
  for file in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
    if [ -r "$file" ]; then
      while read -r name value; do if [ "$name" = oom_kill ]; then echo "$value"; return; fi; done < "$file"
    fi
  done
  echo 0
}

memory_limit() {
  local file bytes
  for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
    if [ -r "$file" ] && read -r bytes < "$file" && [ "$bytes" -gt 0 ] 2> /dev/null; then echo "its $((bytes >> 20)) MiB of "; return; fi
  done
}

# Before each prompt; the number that was told last is kept for the shells that follow.
tell_oom_kills() {
  local now told=0
  now=$(oom_kills)
  if [ "$now" = "${LAB_OOM_KILLS:-}" ]; then return; fi
  if [ -r /run/lab/oom-kills ]; then read -r told < /run/lab/oom-kills; fi
  if [ "$now" -gt "${LAB_OOM_KILLS:-$told}" ]; then
    echo "A process was killed: this lab had used all $(memory_limit)memory. Files in /tmp, /var/tmp and /dev/shm count as well."
    echo "$now" > /run/lab/oom-kills
  fi
  LAB_OOM_KILLS=$now
}
