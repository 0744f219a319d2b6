/** The parts of Keycloak that the host is compiled against. */
import { expect, test } from 'vitest';
import { hostArtifacts } from '../../../scripts/versions/parts.ts';

test('are Keycloak’s own artifacts in the POM', () => {
  const pom = ['keycloak-core', 'keycloak-model-jpa']
    .map(
      (name) =>
        `<dependency>\n<groupId>org.keycloak</groupId><artifactId>${name}</artifactId>\n</dependency>`,
    )
    .concat('<groupId>io.quarkus</groupId><artifactId>quarkus-core</artifactId>');
  expect(hostArtifacts(pom.join('\n'))).toEqual(['keycloak-core', 'keycloak-model-jpa']);
});
