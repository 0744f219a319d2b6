/** The mail arrives as text and HTML, with the link and its expiry. */
import { type Check, expectThat } from '../check.ts';

export const MAIL: Check = {
  name: 'mail',
  proves: 'contract 2.6, 6',
  needs: ['inbox'],
  mend: 'the e-mail theme: linkgate, or one with its texts (checks themes, mail-server)',
  run: async ({ signIns, target }) => {
    const { mail, link } = await signIns.first();
    expectThat(
      link.startsWith(`${target.baseUrl}/verify-email?token=`),
      'the link is not below the base URL',
    );
    expectThat(mail.subject !== '', 'the mail has no subject');
    expectThat(mail.html.includes('/verify-email?token='), 'the HTML part has no link');
    expectThat(/\b15 minutes\b/.test(mail.text), 'the text does not state the 15 minutes');
  },
};
