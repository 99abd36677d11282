// The chosen theme, set before the first paint so that it does not flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme !== null) document.documentElement.dataset.theme = theme;
} catch {
  // A page from a file may have no storage.
}

export type {};
