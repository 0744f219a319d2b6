/** Whose emails those to an address are, once it has changed hands. */

/** What tells that of an email. */
interface Held {
  readonly userId: string | null;
  readonly kind: string;
}

/** An email about an account that isn't the address's yet, and may never be: anybody may request it. */
const TO_ANOTHER = 'address-change';

/**
 * Of the emails to an address, the latest first, those of the account that has it now (null for none): its own, and those of no account that came
 * after the last one of an account that had the address before.
 */
export function emailsOfHolder<T extends Held>(emails: readonly T[], holder: string | null): T[] {
  const isOfAnother = ({ userId, kind }: Held) => userId !== null && userId !== holder && kind !== TO_ANOTHER;
  const found: T[] = [];
  let isEarlier = false;
  for (const one of emails) {
    isEarlier = isEarlier || isOfAnother(one);
    if (one.userId === null ? !isEarlier : one.userId === holder) found.push(one);
  }
  return found;
}
