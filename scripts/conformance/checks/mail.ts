/** The mail arrives as text and HTML, with the link and its expiry. */
import type { Check } from '../check.ts';
import { expectThat } from '../fault.ts';

/** The minutes as any language writes them: Arabic has digits of its own. */
const FIFTEEN = Intl.supportedValuesOf('numberingSystem').map((numberingSystem) =>
  new Intl.NumberFormat('en', { numberingSystem }).format(15),
);
/** Not part of a longer number, nor of a time of day. */
const MINUTES = new RegExp(`(^|[^\\p{Nd}:])(${FIFTEEN.join('|')})(?![\\p{Nd}:])`, 'u');

export const MAIL: Check = {
  name: 'mail',
  proves: 'contract 2.6, 6',
  needs: ['inbox'],
  mend: 'the e-mail theme: linkgate, or one with its texts (check themes)',
  run: async ({ signIns, target }) => {
    const { mail, link } = await signIns.first();
    expectThat(
      link.startsWith(`${target.baseUrl}/verify-email?token=`),
      'the link is not below the base URL',
    );
    expectThat(mail.subject !== '', 'the mail has no subject');
    expectThat(mail.html.includes('/verify-email?token='), 'the HTML part has no link');
    expectThat(MINUTES.test(mail.text.replace(link, '')), 'the text does not state the 15 minutes');
  },
};
