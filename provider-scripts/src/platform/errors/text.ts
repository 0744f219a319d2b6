/** Texts with named values in braces, such as `longer than {max} characters`; their types know the names. */

/** The names of a text's values. */
export type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** Values by name. */
export type Values<Name extends string = string> = Readonly<Record<Name, string | number>>;

/** A text with its values; a name that has none stays as it is. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
