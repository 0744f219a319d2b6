/** An email sender that a test installs in a server beside Linkgate's; it writes emails to files. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { installProvider } from './own-provider.ts';

/** An email as that sender received it. */
export interface AcceptedEmail {
  senderName: string;
  subject: string;
  /** The length of its HTML. */
  htmlLength: number;
  text: string;
}

/** The server option that names the folder for emails. */
export function senderArguments(emails: string): string[] {
  return [`--spi-email-sender--folder--folder=${emails}`];
}

/** Adds it to a server's providers; the server must be rebuilt. */
export async function installSender(server: string, emails: string): Promise<void> {
  await rm(emails, { recursive: true, force: true });
  await mkdir(emails, { recursive: true });
  await installProvider(server, {
    source: 'FolderSender.java',
    service: 'org.keycloak.email.EmailSenderProviderFactory',
    factories: ['org.example.sender.FolderSender'],
  });
}

/** The email that was delivered to an address; null if there is none. */
export async function deliveredTo(address: string, emails: string): Promise<AcceptedEmail | null> {
  const file = await readFile(path.join(emails, address), 'utf8').catch(() => null);
  if (file === null) return null;
  const [senderName = '', subject = '', length = '', , ...text] = file.split('\n');
  return { senderName, subject, htmlLength: Number(length), text: text.join('\n') };
}
