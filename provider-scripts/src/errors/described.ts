/** A message with an id for programs and the values of its text by name, so that a page says it in its own language. */

/** The ids of a kind, each with the names of its values; an id is never renamed. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** One of a kind. */
export interface Described<T extends Ids> {
  id: keyof T & string;
  values: Readonly<Record<string, string | number>>;
  /** In English. */
  message: string;
}

/** The values of an id, where it has any. */
export type Given<T extends Ids, I extends keyof T> = T[I] extends readonly []
  ? []
  : [values: Readonly<Record<T[I][number], string | number>>];

/** Makes one. */
export function described<T extends Ids, I extends keyof T & string>(
  id: I,
  message: string,
  given: Given<T, I>,
): Described<T> {
  const [values = {}] = given as readonly Described<T>['values'][];
  return { id, values, message };
}
