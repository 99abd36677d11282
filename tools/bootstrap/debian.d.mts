// The types of what installs Debian packages.
export declare const labPackages: readonly { readonly name: string; readonly program: string }[];
export declare const readerPackages: readonly { readonly name: string; readonly program: string }[];
