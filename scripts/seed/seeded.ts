/**
 * Marks what a seed run made, so that `--prune` can tell it from what others made. It is put on when an object is made and never
 * on one that was there before: an attribute of clients and client scopes, an annotation of user profile attributes.
 */

const NAME = 'linkgate.seeded';

/** The mark, as an attribute. */
export const SEEDED_ATTRIBUTE = { [NAME]: 'true' } as const;

/** Whether these attributes hold the mark. */
export function isSeeded(attributes: { readonly [name: string]: unknown } | undefined): boolean {
  return attributes?.[NAME] === 'true';
}
