# What the platform shows to users of this lab, such as that its home holds too much; sourced by every interactive shell.
# Starts no process, so that a prompt comes back where there is no room for one.

# Before each prompt; once in each shell.
show_notice() {
  local notice=
  if [ -r /run/lab/notice ]; then IFS= read -r notice < /run/lab/notice; fi
  if [ -n "$notice" ] && [ "$notice" != "${LAB_NOTICE:-}" ]; then printf '%s\n' "$notice"; fi
  LAB_NOTICE=$notice
}
