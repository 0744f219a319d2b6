/** Which Keycloak versions Linkgate starts on. */
import { describe, expect, test } from 'vitest';
import { versionProblem } from '../../../provider-scripts/src/server/version.ts';

describe('a Keycloak version', () => {
  test('that is the one built for is fine', () => {
    expect(versionProblem('26.7.4', '26.7.4')).toBe(null);
  });

  test.each([['26.7.3'], ['26.7.5'], ['26.7.40'], ['26.7.4.redhat-1']])(
    'of the same line, %s, is only mentioned',
    (running) => {
      expect(versionProblem('26.7.4', running)).toEqual({
        fatal: false,
        text: `built and tested for Keycloak 26.7.4, this is ${running}`,
      });
    },
  );

  test.each([['26.8.0'], ['26.6.4'], ['27.7.4'], ['26.70.4'], ['999.0.0-SNAPSHOT'], ['']])(
    'of another line, "%s", ends the start',
    (running) => {
      expect(versionProblem('26.7.4', running)).toEqual({
        fatal: true,
        text: `built for Keycloak 26.7, but this is ${running}: use a Linkgate built for it`,
      });
    },
  );
});
