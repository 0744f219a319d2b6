/**
 * Marks what a seed run created, so that `--prune` can distinguish it from what others created. It is set when an object is created and never on
 * an existing one: an attribute of clients and client scopes, an annotation of user profile attributes.
 */

const NAME = 'linkgate.seeded';

/** The mark, as an attribute. */
export const SEEDED_ATTRIBUTE = { [NAME]: 'true' } as const;

/** Whether these attributes hold the mark. */
export function isSeeded(attributes: { readonly [name: string]: unknown } | undefined): boolean {
  return attributes?.[NAME] === 'true';
}
