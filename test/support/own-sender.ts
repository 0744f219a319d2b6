/** An e-mail sender that a test installs in a server beside Linkgate; it writes mails to files. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from '../../scripts/build/java-types.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, '..', 'fixtures', 'providers', 'FolderSender.java');
const SERVICE = 'org.keycloak.email.EmailSenderProviderFactory';

/** A mail as that sender got it. */
export interface HandedMail {
  senderName: string;
  subject: string;
  /** How long its HTML is. */
  htmlLength: number;
  text: string;
}

/** The option with which a server knows where mails are to be written. */
export function senderArguments(mails: string): string[] {
  return [`--spi-email-sender--folder--folder=${mails}`];
}

/** Compiles it against a server, and puts it among its providers; the server has to be built anew. */
export async function installSender(server: string, mails: string): Promise<void> {
  const classes = path.join(server, 'sender-classes');
  await mkdir(path.join(classes, 'META-INF', 'services'), { recursive: true });
  await rm(mails, { recursive: true, force: true });
  await mkdir(mails, { recursive: true });
  const classPath = librariesOf(server).join(path.delimiter);
  await run('javac', ['--release', '17', '-proc:none', '-nowarn', '-d', classes, '-cp', classPath, SOURCE]);
  await writeFile(path.join(classes, 'META-INF', 'services', SERVICE), 'org.example.sender.FolderSender\n');
  const jar = path.join(server, 'providers', 'sender.jar');
  await run('jar', ['--create', '--file', jar, '-C', classes, '.']);
}

/** The mail to an address that was handed over; null where there is none. */
export async function handedTo(address: string, mails: string): Promise<HandedMail | null> {
  const file = await readFile(path.join(mails, address), 'utf8').catch(() => null);
  if (file === null) return null;
  const [senderName = '', subject = '', length = '', , ...text] = file.split('\n');
  return { senderName, subject, htmlLength: Number(length), text: text.join('\n') };
}
