/** An email as it was received, parsed from its source. */
import { type ParsedMail, simpleParser } from 'mailparser';
import { type Email, sourceOf } from './email.ts';

/** The message's source, and its parsed form. */
export async function received(email: Email): Promise<{ source: string; parsed: ParsedMail }> {
  const source = await sourceOf(email);
  return { source, parsed: await simpleParser(source) };
}
