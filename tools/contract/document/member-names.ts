// Names of members that every language of the clients can have.

/** Words that Python keeps for itself. */
export const pythonKeywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);

/** Every object of JavaScript has these: a validator would find them in a value that lacks them. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

export const isInherited = (name: string): boolean => inherited.has(name);

/** May stand in the class form of a TypedDict, which has the names of the JSON unchanged. */
export const isUnusableMember = (name: string): boolean =>
  !/^(?!__)[A-Za-z_]\w*$/.test(name) || pythonKeywords.has(name) || inherited.has(name);

export const memberRule =
  'letters, digits and underscores, neither a keyword of Python nor a name that every JavaScript object has';
