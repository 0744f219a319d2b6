/** Which redirect URIs are an app's. */
import { expect, test } from 'vitest';
import { isAppAddress, withoutLoopbackPort } from '../../../provider-scripts/src/clients/app-address.ts';

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

test.each([
  ['http://127.0.0.1:33418/cb', 'http://127.0.0.1/cb'],
  ['http://[::1]:1', 'http://[::1]'],
  ['http://localhost:8080/*', 'http://localhost/*'],
  ['http://localhost:80/?a=b', 'http://localhost/?a=b'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1/cb'],
])('%s is stored as %s', (uri, stored) => expect(withoutLoopbackPort(uri)).toBe(stored));

test.each([
  'https://127.0.0.1:33418/cb',
  'http://127.0.0.2:80/cb',
  'http://127.0.0.1.evil.example:80/cb',
  'http://127.0.0.1:80@evil.example/cb',
  'http://shop.example:8080/cb',
  'com.example:/127.0.0.1:80',
])('%s stays', (uri) => expect(withoutLoopbackPort(uri)).toBe(uri));
