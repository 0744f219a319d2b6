/** A mail as it was received, parsed from its source. */
import { type ParsedMail, simpleParser } from 'mailparser';
import { type Mail, sourceOf } from './mail.ts';

/** The message's source, and what a mail program makes of it. */
export async function received(mail: Mail): Promise<{ source: string; parsed: ParsedMail }> {
  const source = await sourceOf(mail);
  return { source, parsed: await simpleParser(source) };
}
