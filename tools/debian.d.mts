// What TypeScript knows of debian.mjs.
export declare const labPackages: readonly { readonly name: string; readonly program: string }[];
