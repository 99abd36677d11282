// Which images waiting does not bring, and what to say of them.

/**
 * An image with such a name, or named by the id of an engine, was loaded by hand; there is no registry to ask for it.
 */
export const isLoaded = (image: string): boolean => image.startsWith('localhost/') || image.startsWith('sha256:');

/** What registries and engines say of an image that is not there, as against a line that is down. */
export const isUnknown = (output: string): boolean =>
  /manifest unknown|name unknown|manifest for .+ not found|repository does not exist|: not found\b/i.test(output);

/** `where`: who does not have it. */
export const notLoaded = (image: string, where: string): string =>
  `${image} is not on ${where}, and no registry has it: correct its name or tag, or have an administrator load it there`;
