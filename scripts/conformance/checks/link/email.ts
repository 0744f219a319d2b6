/** The email arrives as text and HTML, with the link and its expiry. */
import { decodeJwt } from 'jose';
import { lifetimeOf } from '../../../../provider-scripts/src/realm/language/durations.ts';
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

/** Up to this number, languages have words. */
const MAX_IN_WORDS = 2;

/** The number in any language; Arabic has digits of its own; not part of a longer number, nor of a time of day. */
function states(text: string, count: number): boolean {
  if (count <= MAX_IN_WORDS) return true;
  const written = Intl.supportedValuesOf('numberingSystem').map((numberingSystem) =>
    new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(count),
  );
  return new RegExp(`(^|[^\\p{Nd}:])(${written.join('|')})(?![\\p{Nd}:])`, 'u').test(text);
}

export const EMAIL: Check = {
  name: 'email',
  proves: 'contract 2.6, 6',
  needs: ['inbox'],
  fix: 'the email theme: linkgate, or one with its texts (check themes)',
  run: async ({ signIns, target }) => {
    const { message, link } = await signIns.first();
    expectThat(
      link.startsWith(`${target.baseUrl}/verify-email?token=`),
      'the link is not below the base URL',
    );
    expectThat(message.subject !== '', 'the email has no subject');
    expectThat(message.html.includes('/verify-email?token='), 'the HTML part has no link');
    const { exp = 0, iat = 0 } = decodeJwt(new URL(link).searchParams.get('token') ?? '');
    const { count, suffix } = lifetimeOf(exp - iat);
    const unit = suffix === '' ? 'minutes' : suffix.slice(1);
    expectThat(states(message.text.replace(link, ''), count), `the text does not state the ${count} ${unit}`);
  },
};
