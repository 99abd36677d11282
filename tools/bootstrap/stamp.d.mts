// What TypeScript knows of stamp.mjs.
export declare function stampOf(folder: string): { readonly isRight: boolean; write(): void };
