// The types of the stamp of installed packages.
export declare function stampOf(folder: string): { readonly isRight: boolean; write(): void };
