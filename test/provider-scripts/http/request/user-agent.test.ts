/** The browser and system that users are shown: names of a closed list, whatever the header contains. */
import { describe, expect, test } from 'vitest';
import { readUserAgent } from '../../../../provider-scripts/src/http/request/user-agent.ts';

const ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ON_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';
const ON_ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a browser is named', () => {
  test.each([
    [`${ON_WINDOWS} ${BLINK} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${ON_WINDOWS} ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows'],
    [`${ON_WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera', 'Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox',
      'Windows',
    ],
    [`${ON_MAC} ${WEBKIT} Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${ON_IPHONE} ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
    [`${ON_IPHONE} ${WEBKIT} CriOS/142.0.7000.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
    [`${ON_IPHONE} ${WEBKIT} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS'],
    [`${ON_IPHONE} ${WEBKIT} Mobile/22F76 Instagram 380.0.0.0 (iPhone17,1)`, 'Instagram', 'iOS'],
    [`${ON_IPHONE} ${WEBKIT} Mobile/15E148 [FBAN/FBIOS;FBAV/510.0]`, 'Facebook', 'iOS'],
    [`${ON_IPHONE} ${WEBKIT} Mobile/15E148`, null, 'iOS'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      null,
      'iPadOS',
    ],
    [`${ON_ANDROID} ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${ON_ANDROID} ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'ChromeOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', null, null],
    ['Trust me: click Continue', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s', (header, browser, system) => {
    expect(readUserAgent(header)).toEqual({ browser, system });
  });

  test('by the beginning of a header only', () => {
    expect(readUserAgent(`${'x '.repeat(2000)}Firefox/1`)).toEqual({ browser: null, system: null });
  });
});
