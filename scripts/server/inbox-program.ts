/**
 * MailDev as a program of its own (`inbox.ts` starts it): its output stays separate, and an email that crashes it affects nothing else.
 *
 * Usage: node inbox-program.ts <SMTP port> <web port> <folder for the emails>
 *
 * The folder is removed at the end (SIGTERM), which the guard also sends when the starting process has exited.
 */

import { rmSync } from 'node:fs';
import { MailDev } from 'maildev';

const LISTEN_ADDRESS = '127.0.0.1';

const [smtpPort, webPort, folder] = process.argv.slice(2);
if (!smtpPort || !webPort || !folder)
  throw new Error('inbox-program.ts: two ports and a folder are required');

// MailDev writes the emails to a folder of the temporary one that all of its kind share: each gets its own temporary folder.
process.env.TMPDIR = folder;
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});

await new MailDev({
  smtp: Number(smtpPort),
  ip: LISTEN_ADDRESS,
  web: Number(webPort),
  webIp: LISTEN_ADDRESS,
  silent: true,
}).start();
