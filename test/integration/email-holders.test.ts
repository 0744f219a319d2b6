/** Of the emails to an address that changes hands, its next account sees none that was to the one before; by whichever way they were stored. */
import { describe, expect, inject, test, vi } from 'vitest';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { emailTo, newAddress } from '../support/email.ts';
import { allowInvitations, invited, makeHomeClient } from '../support/invitations.ts';
import { onTestEnd, requestForEmail, undoAfterEach } from '../support/mail-stubs.ts';
import { NOTICES, newDevice, noticeTo, signInOn } from '../support/new-device.ts';
import { PATIENT } from '../support/patience.ts';
import { lookUp } from '../support/reporting-service.ts';
import { follow, linkFor } from '../support/sign-in.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;
/** Emails are stored, as a route reports; the realm's own mail server sends them. */
const REPORTING = {
  'linkgate.email-routes': `smtp; main postmark secret=\${vault.mail} feedback=\${vault.hook}`,
};

undoAfterEach();

async function makeUser(email: string): Promise<void> {
  await (await admin()).users.create({ realm: REALM, username: email, email, enabled: true });
}

async function idOf(email: string): Promise<string> {
  const [user] = await (await admin()).users.find({ realm: REALM, email, exact: true });
  if (user?.id === undefined) throw new Error(`nobody has ${email}`);
  return user.id;
}

/** How emails come to be stored of an account, which has the address afterwards; and how many these are. */
const WAYS: readonly (readonly [string, number, (email: string) => Promise<unknown>])[] = [
  [
    'links to an account',
    1,
    async (email) => {
      await makeUser(email);
      expect(await requestForEmail(email)).toBe(200);
    },
  ],
  ['the link that created it', 1, async (email) => await follow(await linkFor(email, web))],
  [
    'a link before the one that created it',
    2,
    async (email) => {
      expect(await requestForEmail(email)).toBe(200);
      await follow(await linkFor(email, web, { emailNumber: 2 }));
    },
  ],
  [
    'an email that told that the address was rejected',
    2,
    async (email) => {
      const restore = await setRealmAttributes({
        'linkgate.sign-up-rules': 'true',
        'linkgate.sign-up-unlisted': 'reject',
        'linkgate.sign-up-tell': 'unlisted',
      });
      expect(await requestForEmail(email)).toBe(200);
      await emailTo(email);
      await vi.waitFor(
        async () =>
          expect((await lookUp(email)).emails.map(({ kind }) => kind)).toContain('sign-up-rejected'),
        PATIENT,
      );
      await restore();
      await makeUser(email);
      expect(await requestForEmail(email)).toBe(200);
    },
  ],
  [
    'an invitation',
    1,
    async (email) => {
      onTestEnd(await allowInvitations());
      const home = await makeHomeClient();
      onTestEnd(home.remove);
      await makeUser(email);
      await invited(email, home, { notify_account: true });
    },
  ],
  [
    'a notice of a new device',
    3,
    async (email) => {
      onTestEnd(await setRealmAttributes({ [NOTICES]: 'true' }));
      for (let device = 1; device <= 2; device++) await signInOn(newDevice(), email, web);
      await noticeTo(email);
    },
  ],
  [
    'an email of Keycloak’s own',
    1,
    async (email) => {
      onTestEnd(await setRealmAttributes({ 'linkgate.all-emails': 'true' }));
      await makeUser(email);
      const { users } = await admin();
      await users.executeActionsEmail({ realm: REALM, id: await idOf(email), actions: ['UPDATE_PROFILE'] });
    },
  ],
];

describe.each(WAYS)('%s', (_, count, cause) => {
  test('is its account’s, and not the next one’s at the address', async () => {
    onTestEnd(await setRealmAttributes(REPORTING));
    const [email, other] = [newAddress(), newAddress()];
    await cause(email);
    const stored = async (length: number) =>
      await vi.waitFor(async () => expect((await lookUp(email)).emails).toHaveLength(length), PATIENT);
    await stored(count);
    const { users } = await admin();
    await users.update({ realm: REALM, id: await idOf(email) }, { username: other, email: other });
    await stored(0);
    await makeUser(email);
    await stored(0);
    expect(await requestForEmail(email)).toBe(200);
    await stored(1);
  });
});
