/** A value of strings, numbers, booleans, arrays and plain objects. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };
