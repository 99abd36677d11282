// oidc-provider warns of each Node that is not named a long-term one yet, ours among them, at every start. Imported
// before it.
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
};
