/** An email sender that a test installs in a server beside Linkgate's; it writes emails to files. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from '../../scripts/build/java-types.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, '..', 'fixtures', 'providers', 'FolderSender.java');
const SERVICE = 'org.keycloak.email.EmailSenderProviderFactory';

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

/** Compiles it against a server and adds it to its providers; the server must be rebuilt. */
export async function installSender(server: string, emails: string): Promise<void> {
  const classes = path.join(server, 'sender-classes');
  await mkdir(path.join(classes, 'META-INF', 'services'), { recursive: true });
  await rm(emails, { recursive: true, force: true });
  await mkdir(emails, { recursive: true });
  const classPath = librariesOf(server).join(path.delimiter);
  await run('javac', ['--release', '17', '-proc:none', '-nowarn', '-d', classes, '-cp', classPath, SOURCE]);
  await writeFile(path.join(classes, 'META-INF', 'services', SERVICE), 'org.example.sender.FolderSender\n');
  const jar = path.join(server, 'providers', 'sender.jar');
  await run('jar', ['--create', '--file', jar, '-C', classes, '.']);
}

/** The email that was delivered to an address; null if there is none. */
export async function deliveredTo(address: string, emails: string): Promise<AcceptedEmail | null> {
  const file = await readFile(path.join(emails, address), 'utf8').catch(() => null);
  if (file === null) return null;
  const [senderName = '', subject = '', length = '', , ...text] = file.split('\n');
  return { senderName, subject, htmlLength: Number(length), text: text.join('\n') };
}
