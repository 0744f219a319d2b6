/** What is logged of Keycloak's version. */
import { describe, expect, test } from 'vitest';
import {
  NOT_SERVED_TEXTS,
  versionWarning,
} from '../../../../provider-scripts/src/endpoints/server/version.ts';

const TESTED = ['26.6.4', '26.7.4', '26.7.5'];

describe('a Keycloak version', () => {
  test.each([['26.6.4'], ['26.7.4'], ['26.7.5']])('that was tested, %s, causes no warning', (running) => {
    expect(versionWarning(TESTED, running, null)).toBe(null);
  });

  test.each([['26.6.3'], ['26.7.6'], ['26.7.40'], ['26.7.4.redhat-1'], ['26.8.0'], ['']])(
    'that was not tested, "%s", causes a warning where it is served',
    (running) => {
      expect(versionWarning(TESTED, running, null)).toBe(
        `tested with Keycloak 26.6.4, 26.7.4, 26.7.5, this is ${running}`,
      );
    },
  );

  test('of another minor release is warned of in the host’s words', () => {
    expect(versionWarning(TESTED, '26.8.0', 'all is there')).toBe('all is there');
  });

  test.each(Object.entries(NOT_SERVED_TEXTS))('is a line that says what to do: %s', (_, text) => {
    expect(text).toMatch(
      /^Linkgate is not served: .*\{running\}.*Install a Linkgate .*other realms are served\.$/,
    );
  });
});
