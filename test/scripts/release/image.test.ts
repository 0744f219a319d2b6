/** The Dockerfile of a release's image. */
import { describe, expect, test } from 'vitest';
import { readProject } from '../../../scripts/build/project.ts';
import { labelsOf, lastStage } from '../../../scripts/release/image.ts';
import { KEYCLOAK_VERSION } from '../../../scripts/server/version.ts';
import { readText } from '../../support/documents.ts';

const DOCKERFILE = readText('Dockerfile');

describe('the image of a release', () => {
  test('is the Dockerfile’s last stage, with the JAR that is released', () => {
    const { stage, jar } = lastStage(DOCKERFILE);
    const lines = stage.split('\n');
    expect(jar).toBe('opt/keycloak/providers/linkgate.jar');
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
      DOCKERFILE.split('\n').findLast((line) => line.startsWith('FROM ')),
    ]);
    expect(lines.filter((line) => /^(ADD|COPY) /.test(line))).toEqual(['ADD linkgate.tar /']);
    const after = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nENV '));
    expect(lines.join('\n')).toContain(after);
  });

  test('isn’t built from a stage that copies anything else from an earlier one', () => {
    const more = `${DOCKERFILE}COPY --from=tools /linkgate/theme /theme\n`;
    expect(() => lastStage(more)).toThrow('its last stage copies something other than the JAR');
  });
});

test('the image’s labels are those that registries show, and name the image below', async () => {
  const released = { version: '1.2.3', commit: '0123abcd', date: new Date(0) };
  const labels = labelsOf(await readProject(), released, DOCKERFILE);
  expect(labels).toMatchObject({
    version: '1.2.3',
    revision: '0123abcd',
    created: '1970-01-01T00:00:00.000Z',
    licenses: 'Apache-2.0',
    'base.name': `quay.io/keycloak/keycloak:${KEYCLOAK_VERSION}`,
  });
  for (const text of Object.values(labels)) expect(text).not.toMatch(/^$|undefined/);
});

test('no step of the Dockerfile depends on the architecture', () => {
  expect(DOCKERFILE).not.toMatch(/amd64|x86|arm64|aarch64|--platform|TARGETARCH/i);
});
