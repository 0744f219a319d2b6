/** What all email services with an HTTP API have in common: the email, the request, and what a response says of it. */
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { inOneLine } from '../../platform/engine/one-line.ts';
import type { SendCause } from '../../platform/errors/catalogue/findings.ts';

/** An address with a name; empty without one. */
export interface Mailbox {
  readonly email: string;
  readonly name: string;
}

/** An email as a service gets it. */
export interface ApiEmail {
  readonly from: Mailbox;
  readonly replyTo: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, whose names and values are checked. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request needs besides the email. */
interface ApiAccess {
  readonly secret: string;
  /** Postmark's message stream; empty for its default. */
  readonly stream: string;
  /** Mailgun's domain. */
  readonly domain: string;
  /** A random text, which separates the parts of a form. */
  readonly boundary: string;
}

export interface ApiRequest {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `user:password`, for Basic authentication (RFC 7617). */
  readonly login?: string;
  readonly body: string;
}

/** What arrived of a response; its text is cut, and empty if it didn't arrive. */
interface ApiResponse {
  readonly status: number;
  readonly text: string;
  /** The header that the service names (`idHeader`); empty without it. */
  readonly id: string;
}

/**
 * The fate of the email: `accepted`; `recipient`: rejected for its recipient; `fault`: certainly not accepted, for another reason; `unknown`:
 * it may be on its way.
 */
export type ApiFate =
  | { readonly fate: 'accepted'; readonly id: string | null }
  | { readonly fate: 'recipient' | 'fault' | 'unknown'; readonly cause: SendCause; readonly code: string };

/** A service. */
export interface EmailService {
  request(email: ApiEmail, access: ApiAccess): ApiRequest;
  /** The header of a response that has the email's ID; null if its body has it. */
  readonly idHeader: string | null;
  read(response: ApiResponse): ApiFate;
}

/** The headers of a request with a JSON body. */
export const JSON_HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' } as const;

/** An address with its name (RFC 5322, section 3.4), as services read it in one text. */
export function written({ email, name }: Mailbox): string {
  return name === '' ? email : `"${oneLine(name).replace(/["\\]/g, (one) => `\\${one}`)}" <${email}>`;
}

/** A text that can't begin another line, wherever a service puts it. */
export function oneLine(text: string): string {
  return inOneLine(text);
}

/** The members of a response that is a JSON object; none of any other. */
export function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseUntrustedJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** An ID as it may be stored and shown; null for anything else. */
export function idOf(value: unknown): string | null {
  return typeof value === 'string' && /^[!-~]{1,200}$/.test(value) ? value : null;
}

/** A code of a service's own, as it may be logged: never a text, which may contain an address. */
export function codeOf(value: unknown): string {
  return (typeof value === 'number' || typeof value === 'string') && /^[a-z0-9_.]{1,60}$/i.test(String(value))
    ? String(value)
    : '';
}

/** The recipient is why the service rejects the email. */
export function recipientRejected(code: string): ApiFate {
  return { fate: 'recipient', cause: 'email-recipient-rejected', code };
}

/** The service says nothing that can be relied on. */
export const UNCLEAR: ApiFate = { fate: 'unknown', cause: 'email-api-unclear', code: '' };

/** What gateways say of a service that didn't answer them, or by something else (RFC 9110, sections 15.6.3 and 15.6.5; the latter two are in use, too): it may have the email. */
const OF_GATEWAYS: readonly number[] = [502, 504, 520, 524];

/**
 * What a status says that isn't about the recipient, and that no service documents otherwise (RFC 9110, section 15). A gateway's failure is no
 * answer of the service; any other error is one, and so is a redirect, which isn't followed.
 */
export function fateOfStatus(status: number, code: string): ApiFate {
  if (OF_GATEWAYS.includes(status)) return { fate: 'unknown', cause: 'email-no-response', code };
  if (status === 429) return { fate: 'fault', cause: 'email-api-busy', code };
  if (status === 401 || status === 403) return { fate: 'fault', cause: 'email-login-rejected', code };
  if (status >= 500) return { fate: 'fault', cause: 'email-api-failed', code };
  return status >= 300 ? { fate: 'fault', cause: 'email-api-rejected', code } : UNCLEAR;
}
