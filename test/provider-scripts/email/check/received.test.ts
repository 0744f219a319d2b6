/** What the source of an email that arrived tells. */
import { describe, expect, test } from 'vitest';
import { checkReceived } from '../../../../provider-scripts/src/email/check/received.ts';

const LINK = 'https://id.acme.example/realms/acme/verify-email';

const said = (text: string) => checkReceived(text, LINK).map(({ state, detail }) => `${state} ${detail.id}`);

/** `<a href="…">` with `=` encoded and a soft line break in the middle of the link (RFC 2045, section 6.7). */
const quoted = (link: string) =>
  `Subject: a\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<a href=3D"${link.slice(0, 30)}=\r\n${link.slice(30)}">go</a>`;

/** The link in Base64. */
const ENCODED = 'PGEgaHJlZj0iaHR0cHM6Ly9pZC5hY21lLmV4YW1wbGUvcmVhbG1zL2FjbWUvdmVyaWZ5LWVtYWlsIj5nbzwvYT4=';

describe('a link', () => {
  test.each([
    [LINK, 'good link-untouched'],
    [`Sign in:\n\n${LINK}?token=a.`, 'good link-untouched'],
    [`<a href="${LINK}?token=a&amp;b=c">`, 'good link-untouched'],
    [quoted(LINK), 'good link-untouched'],
    [
      `--b\nContent-Transfer-Encoding: base64\n\n${ENCODED.slice(0, 40)}\n${ENCODED.slice(40)}\n--b--`,
      'good link-untouched',
    ],
    [`<img src="https://cdn.example/logo.png"><a href="${LINK}">`, 'good link-untouched'],
    [`List-Unsubscribe: <https://mail.example/u>\n\n${LINK}`, 'good link-untouched'],
    [`<a href="https://click.example/x?to=${LINK}">`, 'bad link-rewritten'],
    [`${LINK}\n<a href="https://click.example/x">`, 'bad link-rewritten'],
    [quoted('https://click.example/ls/click?upn=0123456789'), 'bad link-rewritten'],
    [`${LINK}x`, 'unclear link-absent'],
    ['nothing', 'unclear link-absent'],
    ['', 'unclear link-absent'],
  ])('%j: %s', (text, result) => {
    expect(said(text)).toEqual([result]);
  });
});

describe('the receiving server’s results (RFC 8601)', () => {
  const results = (header: string) =>
    checkReceived(`${header}\nSubject: a\n\n${LINK}`, LINK)
      .slice(1)
      .map(
        ({ state, detail }) => `${state} ${detail.values.spf} ${detail.values.dkim} ${detail.values.dmarc}`,
      );

  test.each([
    [
      'Authentication-Results: mx.example; spf=pass smtp.mailfrom=a; dkim=pass header.d=b; dmarc=pass',
      'good pass pass pass',
    ],
    [
      'Authentication-Results: mx.example;\n dkim=fail header.d=a;\n\tdkim=pass header.d=b;\n spf=softfail;\n dmarc=fail',
      'bad softfail pass fail',
    ],
    ['Authentication-Results: mx.example; none', 'unclear none none none'],
    // The first one is the last server's.
    [
      'Authentication-Results: mx.example; dmarc=fail\nAuthentication-Results: forged; dmarc=pass',
      'bad none none fail',
    ],
  ])('%j: %s', (header, result) => {
    expect(results(header)).toEqual([result]);
  });

  test('are told only where there are some', () => {
    expect(results('X-Other: dmarc=pass')).toEqual([]);
  });
});
