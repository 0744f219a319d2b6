/**
 * Marks the objects that a seed run created, so that `--prune` removes no others: an attribute of clients and client scopes, an
 * annotation of user profile attributes. It is set when an object is created, never on an existing one.
 */
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';

const { name: NAME } = CLIENT.seeded;

/** The mark, as an attribute. */
export const SEEDED_ATTRIBUTE = { [NAME]: 'true' } as const;

/** Whether these attributes contain the mark. */
export function isSeeded(attributes: { readonly [name: string]: unknown } | undefined): boolean {
  return attributes?.[NAME] === 'true';
}
