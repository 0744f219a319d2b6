/**
 * MailDev as a program of its own (`inbox.ts` starts it): it prints what it likes, and a mail that it can't digest ends nothing else.
 *
 * Usage: node inbox-program.ts <SMTP port> <web port>
 */

import { MailDev } from 'maildev';

const LISTEN_ADDRESS = '127.0.0.1';

const [smtpPort, webPort] = process.argv.slice(2).map(Number);
if (!smtpPort || !webPort) throw new Error('inbox-program.ts: two ports are needed');

await new MailDev({
  smtp: smtpPort,
  ip: LISTEN_ADDRESS,
  web: webPort,
  webIp: LISTEN_ADDRESS,
  silent: true,
}).start();
