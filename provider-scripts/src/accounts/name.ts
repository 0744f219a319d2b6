/** The `name` claim: a full name, else the part of the address before the `@` (contract, section 2.10). */
import type { UserModel } from 'keycloak';

/** A user's display name; null if nothing is known. */
export function displayName(first: string | null, last: string | null, email: string | null): string | null {
  return fullName(first, last) ?? /^(.+)@/.exec(email ?? '')?.[1] ?? null;
}

/** Hiragana, katakana, Chinese characters or Hangul, and nothing else but marks and spaces. */
const EAST_ASIAN =
  /^[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\ud840-\ud88d\udc00-\udfff\s]+$/;

/** A user's full name, or null. The order is that of its script: names in East Asian ones have the family name first, whatever the page's language. */
export function fullName(first: string | null, last: string | null): string | null {
  const [given = '', family = ''] = [first, last].map((part) => (part ?? '').trim());
  const ordered = EAST_ASIAN.test(given) && EAST_ASIAN.test(family) ? [family, given] : [given, family];
  return ordered.filter((part) => part !== '').join(' ') || null;
}

/** The mapper's function as the host calls it. */
export const NAME = {
  value: (user: UserModel): string | null =>
    displayName(user.getFirstName(), user.getLastName(), user.getEmail() || user.getUsername()),
};
