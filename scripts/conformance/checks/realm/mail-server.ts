/** The realm knows how to send mail. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const MAIL_SERVER: Check = {
  name: 'mail-server',
  proves: 'contract 4.8',
  needs: ['admin'],
  fix: 'Realm settings, Email: host, port and the sender’s address; Test connection there shows more',
  run: async ({ configuration }) => {
    const { smtpServer = {} } = await configuration.realm();
    const missing = ['host', 'from'].filter((name) => !(smtpServer as Record<string, string>)[name]);
    const unset = Object.entries(smtpServer).filter(([, value]) => String(value).startsWith('${'));
    expectNone([
      ...missing.map((name) => `smtpServer.${name} is not set`),
      ...unset.map(
        ([name, value]) => `smtpServer.${name} is ${value}, a variable that was not set during the import`,
      ),
    ]);
  },
};
