/** How the email services speak: for services of tests' own. */
import type { ServerResponse } from 'node:http';
import type { ApiKind } from '../../provider-scripts/src/realm/settings/email-routes.ts';

/** How a service speaks: where the recipient is, and what it says of what it accepts, of a wrong recipient, and of an error in spite of 200. */
export interface Protocol {
  /** Where it takes emails. */
  path: string;
  to(body: string): string;
  accept(response: ServerResponse, id: string): void;
  recipient: { status: number; body: object };
  error: object;
  /** Whether an error in spite of 200 says too little to know that nothing was accepted. */
  isUnclear: boolean;
}

export const PROTOCOLS: Readonly<Record<ApiKind, Protocol>> = {
  postmark: {
    path: '/email',
    to: (body) => JSON.parse(body).To,
    accept: (response, id) => response.end(JSON.stringify({ ErrorCode: 0, Message: 'OK', MessageID: id })),
    recipient: { status: 422, body: { ErrorCode: 406, Message: 'inactive' } },
    error: { ErrorCode: 100, Message: 'maintenance' },
    isUnclear: false,
  },
  sendgrid: {
    path: '/v3/mail/send',
    to: (body) => JSON.parse(body).personalizations[0].to[0].email,
    accept: (response, id) => response.writeHead(202, { 'x-message-id': id }).end(),
    recipient: { status: 400, body: { errors: [{ field: 'personalizations.0.to.0.email' }] } },
    error: { errors: [{ field: null, message: 'maintenance' }] },
    isUnclear: false,
  },
  resend: {
    path: '/emails',
    to: (body) => JSON.parse(body).to[0],
    accept: (response, id) => response.end(JSON.stringify({ id })),
    recipient: { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
    error: { statusCode: 500, name: 'application_error' },
    isUnclear: false,
  },
  mailgun: {
    path: '/v3/mg.acme.example/messages',
    to: (body) => /name="to"\r\n\r\n(\S+)\r\n/.exec(body)?.[1] ?? '',
    accept: (response, id) => response.end(JSON.stringify({ id: `<${id}>`, message: 'Queued.' })),
    recipient: { status: 400, body: { message: "'to' parameter is not a valid address" } },
    error: { message: 'maintenance' },
    isUnclear: true,
  },
};

/** Accepts an email as the service does that takes emails at a path; 404 at any other. */
export function acceptAt(path: string, response: ServerResponse, id: string): void {
  const found = Object.values(PROTOCOLS).find((one) => one.path === path);
  if (found === undefined) response.writeHead(404).end();
  else found.accept(response, id);
}
