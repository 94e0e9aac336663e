/** The keys of an object that has no others than its type names, in order. */
export const keysOf = <T extends object>(of: T): (keyof T)[] => Object.keys(of) as (keyof T)[];
