/** The Dockerfile of a release's image. */
import { describe, expect, test } from 'vitest';
import { lastStage } from '../../../scripts/release/image.ts';
import { readText } from '../../support/documents.ts';

const DOCKERFILE = readText('Dockerfile');

describe('the image of a release', () => {
  test('is the Dockerfile’s last stage, with the JAR that is released', () => {
    const lines = lastStage(DOCKERFILE).split('\n');
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
      DOCKERFILE.split('\n').findLast((line) => line.startsWith('FROM ')),
    ]);
    expect(lines.filter((line) => line.startsWith('COPY '))).toEqual([
      'COPY linkgate.jar /opt/keycloak/providers/linkgate.jar',
    ]);
    const after = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nENV '));
    expect(lines.join('\n')).toContain(after);
  });

  test('isn’t built from a stage that copies anything else from an earlier one', () => {
    const more = `${DOCKERFILE}COPY --from=tools /linkgate/theme /theme\n`;
    expect(() => lastStage(more)).toThrow('its last stage copies something other than the JAR');
  });
});

test('no step of the Dockerfile depends on the architecture', () => {
  expect(DOCKERFILE).not.toMatch(/amd64|x86|arm64|aarch64|--platform|TARGETARCH/i);
});
