/**
 * Runs MailDev as a separate program (started by `inbox.ts`): its output stays separate, and an email that crashes it affects
 * nothing else.
 *
 * Usage: node inbox-program.ts <SMTP port> <web port> <folder for the emails>
 *
 * The folder is removed on SIGTERM, which the guard also sends when the parent process has exited.
 */

import { rmSync } from 'node:fs';
import { MailDev } from 'maildev';

const LISTEN_ADDRESS = '127.0.0.1';

const [smtpPort, webPort, folder] = process.argv.slice(2);
if (!smtpPort || !webPort || !folder)
  throw new Error('inbox-program.ts: two ports and a folder are required');

// All MailDev processes store their emails in the same subfolder of the temporary folder, so each gets its own temporary folder.
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
