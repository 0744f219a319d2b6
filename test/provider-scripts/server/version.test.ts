/** Which Keycloak versions Linkgate starts on. */
import { describe, expect, test } from 'vitest';
import { versionProblem } from '../../../provider-scripts/src/server/version.ts';

const TESTED = ['26.6.4', '26.7.4', '26.7.5'];

describe('a Keycloak version', () => {
  test.each([['26.6.4'], ['26.7.4'], ['26.7.5']])('that was tested, %s, is accepted', (running) => {
    expect(versionProblem(TESTED, running)).toBe(null);
  });

  test.each([['26.6.3'], ['26.7.6'], ['26.7.40'], ['26.7.4.redhat-1']])(
    'of a tested minor version, %s, causes only a warning',
    (running) => {
      expect(versionProblem(TESTED, running)).toEqual({
        fatal: false,
        text: `tested with Keycloak 26.6.4, 26.7.4, 26.7.5, this is ${running}`,
      });
    },
  );

  test.each([['26.8.0'], ['26.5.7'], ['27.7.4'], ['26.70.4'], ['999.0.0-SNAPSHOT'], ['']])(
    'of another minor version, "%s", stops the start',
    (running) => {
      expect(versionProblem(TESTED, running)).toEqual({
        fatal: true,
        text: `built for Keycloak 26.6 and 26.7, but this is ${running}: use a Linkgate built for it`,
      });
    },
  );
});
