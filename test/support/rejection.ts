/** The common form of rejections by protocol endpoints (contract, section 7.1). */
import { expect } from 'vitest';

/** Expects status, code and form of an error response: JSON that must not be stored, with a challenge on 401. */
export async function expectRejection(
  response: Response,
  status: number,
  error: string,
  text: RegExp = /./,
): Promise<void> {
  const body = await response.text();
  expect(
    {
      status: response.status,
      type: response.headers.get('content-type')?.split(';')[0],
      body: jsonOf(body),
      'cache-control': response.headers.get('cache-control'),
      'www-authenticate': response.headers.get('www-authenticate'),
    },
    body.slice(0, 500),
  ).toEqual({
    status,
    type: 'application/json',
    body: { error, error_description: expect.stringMatching(text) },
    'cache-control': expect.stringContaining('no-store'),
    'www-authenticate': expect.toSatisfy(isChallengeFor(status)),
  });
}

/** A challenge is due on 401 and may come with 400 and 403 (RFC 6750, section 3.1). */
function isChallengeFor(status: number): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'string' ? /^(Basic|Bearer)\b/.test(value) : status !== 401 && value === null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}
