// The chosen colours, set before the first paint so that they do not flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme !== null) document.documentElement.dataset.theme = theme;
} catch {
  // A browser may forbid storage.
}

export type {};
