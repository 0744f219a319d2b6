/** Which redirect URIs are an app's. */
import { expect, test } from 'vitest';
import { isAppAddress } from '../../../provider-scripts/src/client/app-address.ts';

test.each(['com.example.demo:/callback?code=1', 'myapp://x', 'MYAPP:y', 'ms-appx-web:z'])(
  '%s is an app’s',
  (uri) => expect(isAppAddress(uri)).toBe(true),
);

test.each([
  'https://app.example/cb',
  'HTTP://127.0.0.1:1/cb',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://a/b',
  '/relative',
  '',
])('%s is none', (uri) => expect(isAppAddress(uri)).toBe(false));
