/** The mail server accepts a connection and the login. */
import { MAIL_SERVER_RULE } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import { usesOwnServer } from '../../../../provider-scripts/src/realm/settings/email-routes.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { testMailServer } from '../../../admin/mail-server.ts';
import type { Check } from '../../probe/check.ts';
import { expectThat, NotApplicable } from '../../probe/fault.ts';
import { problemsOfRule, realmSettingsOf } from '../../probe/realm-settings.ts';

export const MAIL_CONNECTION: Check = {
  name: 'mail-connection',
  proves: 'contract 4.8',
  realms: 'both',
  needs: ['admin'],
  fix: 'Realm settings, Email: host, port, encryption and authentication; the server must reach that port, and trust the certificate (truststore-paths)',
  run: async ({ configuration }) => {
    const settings = await realmSettingsOf(configuration);
    if (settings.emailSender !== 'smtp')
      throw new NotApplicable('the realm’s emails are sent by a sender of the server’s own (emailSender)');
    if (!usesOwnServer(readSetting(REALM.emailRoutes, settings.attribute(REALM.emailRoutes.name))))
      throw new NotApplicable(`the realm’s own mail server is none of ${REALM.emailRoutes.name}`);
    if ((await problemsOfRule(MAIL_SERVER_RULE, configuration)).length > 0)
      throw new NotApplicable('the settings aren’t complete: see mail-server');
    const tried = await testMailServer(configuration.admin);
    if (tried === undefined) throw new NotApplicable('only with the plugin, in a realm that uses it');
    const { connected, message, response } = tried;
    expectThat(connected, `${message}${response === null ? '' : ` (${response})`}`);
  },
};
