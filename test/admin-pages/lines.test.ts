/** The lines of time of a user's emails, and the text that is copied of one. */
import { describe, expect, test } from 'vitest';
import { type Email, type Link, linesOf, stepsOf, textOf } from '../../admin-pages/src/pages/users/lines.ts';

const EMAIL: Email = {
  id: 'email',
  kind: 'magic-link',
  client_id: 'web',
  client_name: 'Web',
  network: '192.0.2.7',
  link: 'link',
  route: 'main',
  service_id: 'id-1',
  state: 'accepted',
  state_at: 1_000_000_120,
  sent_at: 1_000_000_000,
  millis: 120,
  words: null,
  scanned_at: null,
  opened_at: null,
  used_at: null,
  rejected: null,
  rejected_at: null,
  link_state: null,
};
const LINK: Link = {
  id: 'link',
  client_id: 'web',
  client_name: 'Web',
  state: 'issued',
  requested_at: 1_000_000,
  expires_at: 1_000_900,
  rejected: null,
  rejected_at: null,
  used_at: null,
};

const marks = (text: string) => text.replace(/[\u2068\u2069]/g, '');
const textsOf = (email: Email | null, link: Link | null) =>
  linesOf({ emails: email === null ? [] : [email], links: link === null ? [] : [link] })
    .flatMap(stepsOf)
    .map(({ text }) => marks(text));

describe('a line of time', () => {
  test('of an email that nothing was reported of', () => {
    expect(textsOf(EMAIL, LINK)).toEqual([
      'Requested for Web, from 192.0.2.7',
      'Sent by main in 0.1 seconds',
      'No report yet',
      'not used yet',
    ]);
  });

  test('ends with the use of the link', () => {
    const used = { state: 'delivered', scanned_at: 1, opened_at: 2, used_at: 3 } as const;
    expect(textsOf({ ...EMAIL, ...used }, null).slice(2)).toEqual([
      'Delivered',
      'Link fetched by a program, such as a scanner',
      'Link opened in a browser',
      'Used',
    ]);
  });

  test('has the service’s words, and why a link was rejected', () => {
    const words = '550 <b>unknown</b>';
    const rejected = { state: 'bounced', words, rejected: 'expired', rejected_at: 5 } as const;
    const [line] = linesOf({ emails: [{ ...EMAIL, ...rejected }], links: [] });
    const steps = line === undefined ? [] : stepsOf(line);
    expect(steps[2]).toMatchObject({ text: 'Bounced', kind: 'bad', words });
    expect(steps.slice(3).map(({ text }) => text)).toEqual(['Rejected: expired', 'Not used']);
  });

  test.each([
    ['superseded', 'a newer one was used'],
    ['revoked', 'revoked, or not emailed in time'],
  ] as const)('says that a link was %s whose row is gone', (link_state, text) => {
    expect(textsOf({ ...EMAIL, link_state }, null).at(-1)).toBe(text);
    expect(textsOf({ ...EMAIL, link_state }, LINK).at(-1)).toBe('not used yet');
  });

  test('of an email that was withheld says so, and nothing of a route', () => {
    expect(textsOf({ ...EMAIL, state: 'suppressed', service_id: null }, LINK)).toEqual([
      'Requested for Web, from 192.0.2.7',
      'Not sent: the address gets no emails',
    ]);
  });

  test('is the link’s own row where no email is stored', () => {
    expect(textsOf(null, { ...LINK, state: 'used', used_at: 1_000_030 })).toEqual([
      'Requested for Web',
      'Sent',
      'Used',
    ]);
  });

  test('is one for an email and its link, the latest first', () => {
    const later = { ...LINK, id: 'later', requested_at: 2_000_000 };
    const lines = linesOf({ emails: [EMAIL], links: [LINK, later] });
    expect(lines.map(({ key, link }) => [key, link?.id])).toEqual([
      ['later', 'later'],
      ['email', 'link'],
    ]);
  });
});

test('what is copied names the address, the service’s ID and words, and neither the network, the application nor the link', () => {
  const [line] = linesOf({ emails: [{ ...EMAIL, state: 'bounced', words: '550 unknown' }], links: [LINK] });
  const text = line === undefined ? '' : textOf(line, 'ada@example.com');
  expect(text).toBe(
    [
      'Email to ada@example.com',
      '1970-01-12T13:46:40.000Z  Sent by main in 0.1 seconds  ID at the service: id-1',
      '1970-01-12T13:46:40.000Z  Bounced  550 unknown',
      'not used yet',
    ].join('\n'),
  );
});
