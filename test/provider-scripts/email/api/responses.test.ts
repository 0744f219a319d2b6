/** What each email service's response says of an email: by the statuses and bodies that it documents, and by ones that it doesn't. */
import { describe, expect, test } from 'vitest';
import type { ApiFate } from '../../../../provider-scripts/src/email/api/service.ts';
import { SERVICES } from '../../../../provider-scripts/src/email/api/services.ts';
import { API_KINDS, type ApiKind } from '../../../../provider-scripts/src/realm/settings/email-routes.ts';

function fateOf(kind: ApiKind, status: number, text: string, id = ''): string {
  const said: ApiFate = SERVICES[kind].read({ status, text, id });
  return said.fate === 'accepted' ? `accepted ${said.id}` : `${said.fate} ${said.cause} ${said.code}`.trim();
}

/** The service, the status, the body, a header's ID, and the email's fate. */
const SAID: readonly (readonly [ApiKind, number, string, string, string])[] = [
  [
    'postmark',
    200,
    '{"ErrorCode":0,"Message":"OK","MessageID":"b7bc2f4a-e38e"}',
    '',
    'accepted b7bc2f4a-e38e',
  ],
  ['postmark', 200, '{"ErrorCode":0,"Message":"OK"}', '', 'accepted null'],
  [
    'postmark',
    200,
    '{"ErrorCode":406,"Message":"inactive: ada@example.com"}',
    '',
    'recipient email-recipient-rejected 406',
  ],
  ['postmark', 200, '{"ErrorCode":412,"Message":"pending"}', '', 'fault email-api-rejected 412'],
  [
    'postmark',
    422,
    '{"ErrorCode":406,"Message":"inactive: ada@example.com"}',
    '',
    'recipient email-recipient-rejected 406',
  ],
  [
    'postmark',
    422,
    '{"ErrorCode":300,"Message":"Invalid email request"}',
    '',
    'fault email-api-rejected 300',
  ],
  [
    'postmark',
    422,
    `{"ErrorCode":300,"Message":"Invalid 'To' address: 'ada@example.c'."}`,
    '',
    'recipient email-recipient-rejected 300',
  ],
  [
    'postmark',
    422,
    `{"ErrorCode":300,"Message":"Error parsing 'To': Illegal email domain 'c' in address 'ada@c'."}`,
    '',
    'recipient email-recipient-rejected 300',
  ],
  [
    'postmark',
    422,
    `{"ErrorCode":300,"Message":"Invalid 'From' address: 'to'."}`,
    '',
    'fault email-api-rejected 300',
  ],
  ['postmark', 401, '{"ErrorCode":10,"Message":"Bad token"}', '', 'fault email-login-rejected 10'],
  ['postmark', 429, '{"ErrorCode":429}', '', 'fault email-api-busy 429'],
  ['postmark', 503, '{"ErrorCode":100,"Message":"Maintenance"}', '', 'fault email-api-failed 100'],
  ['sendgrid', 202, '', '14c5d75ce93.dfd.64b469', 'accepted 14c5d75ce93.dfd.64b469'],
  ['sendgrid', 202, '', '', 'accepted null'],
  ['sendgrid', 200, '', '', 'unknown email-api-unclear'],
  ['sendgrid', 200, '{"errors":[{"message":"no","field":null}]}', '', 'fault email-api-rejected'],
  [
    'sendgrid',
    400,
    '{"errors":[{"message":"Does not contain a valid address.","field":"personalizations.0.to.0.email"}]}',
    '',
    'recipient email-recipient-rejected personalizations.0.to.0.email',
  ],
  [
    'sendgrid',
    400,
    '{"errors":[{"message":"not verified","field":"from"}]}',
    '',
    'fault email-api-rejected from',
  ],
  ['sendgrid', 400, '{"errors":[null,{}]}', '', 'fault email-api-rejected'],
  ['sendgrid', 403, '{"errors":[{"message":"access forbidden"}]}', '', 'fault email-login-rejected'],
  ['sendgrid', 413, '', '', 'fault email-api-rejected'],
  ['resend', 200, '{"id":"49a3999c-0ce1"}', '', 'accepted 49a3999c-0ce1'],
  [
    'resend',
    200,
    '{"statusCode":429,"name":"daily_quota_exceeded","message":"You have reached your quota."}',
    '',
    'fault email-api-busy daily_quota_exceeded',
  ],
  ['resend', 200, '{}', '', 'unknown email-api-unclear'],
  [
    'resend',
    422,
    '{"statusCode":422,"name":"validation_error","message":"Invalid `to` field. The email address needs …"}',
    '',
    'recipient email-recipient-rejected validation_error',
  ],
  [
    'resend',
    403,
    '{"statusCode":403,"name":"validation_error","message":"The example.com domain is not verified."}',
    '',
    'fault email-login-rejected validation_error',
  ],
  ['resend', 422, '{"name":"invalid_from_address"}', '', 'fault email-api-rejected invalid_from_address'],
  ['resend', 429, '{"name":"rate_limit_exceeded"}', '', 'fault email-api-busy rate_limit_exceeded'],
  [
    'mailgun',
    200,
    '{"id":"<2024.1@mg.example>","message":"Queued. Thank you."}',
    '',
    'accepted <2024.1@mg.example>',
  ],
  ['mailgun', 200, '{"message":"Queued. Thank you."}', '', 'unknown email-api-unclear'],
  [
    'mailgun',
    400,
    `{"message":"'to' parameter is not a valid address. please check documentation"}`,
    '',
    'recipient email-recipient-rejected to',
  ],
  [
    'mailgun',
    400,
    `{"message":"'from' parameter is not a valid address. please check documentation"}`,
    '',
    'fault email-api-rejected',
  ],
  ['mailgun', 401, 'Forbidden', '', 'fault email-login-rejected'],
  ['mailgun', 404, '{"message":"Domain not found: mg.example"}', '', 'fault email-api-rejected'],
];

test.each(SAID)('%s: %i %s %s', (kind, status, text, id, fate) => {
  expect(fateOf(kind, status, text, id)).toBe(fate);
});

describe.each(API_KINDS)('%s', (kind) => {
  test.each([
    [500, 'fault email-api-failed'],
    [503, 'fault email-api-failed'],
    // A gateway's, which may have passed the email on.
    [502, 'unknown email-no-response'],
    [504, 'unknown email-no-response'],
    [520, 'unknown email-no-response'],
    [524, 'unknown email-no-response'],
    [429, 'fault email-api-busy'],
    [401, 'fault email-login-rejected'],
    [403, 'fault email-login-rejected'],
    [404, 'fault email-api-rejected'],
    [302, 'fault email-api-rejected'],
  ])('with %i and no body that can be read: %s', (status, fate) => {
    for (const text of ['', '<html>', '[]', 'null', '{"id":', '['.repeat(1000)])
      expect(fateOf(kind, status, text), text.slice(0, 9)).toBe(fate);
  });

  test('that says it accepted something, but not what, is unclear', () => {
    for (const text of [
      '',
      '<html>OK</html>',
      '[]',
      'null',
      '{"ok":true}',
      '{"id":7,"MessageID":7}',
      '{"id":"a\\nb"}',
    ])
      expect(fateOf(kind, 200, text), text).toBe('unknown email-api-unclear');
    expect(fateOf(kind, 204, '{"id":"1"}')).toBe('unknown email-api-unclear');
  });

  test('never has an address in what is logged', () => {
    const address = 'ada@example.com';
    const body = JSON.stringify({
      ErrorCode: address,
      name: address,
      message: `to ${address}`,
      errors: [{ field: address, message: address }],
    });
    for (const status of [200, 202, 400, 401, 422, 429, 500])
      expect(fateOf(kind, status, body)).not.toContain('ada');
  });
});
