/** An email as it was received, parsed from its source. */
import { type ParsedMail, simpleParser } from 'mailparser';
import { type Email, sourceOf } from './email.ts';

/** The message's source, and what a mail program makes of it. */
export async function received(email: Email): Promise<{ source: string; parsed: ParsedMail }> {
  const source = await sourceOf(email);
  return { source, parsed: await simpleParser(source) };
}
