/**
 * The files that Maven Central requires beside a JAR: its description (POM), the host's sources, and their documentation. The
 * scripts' sources are in the release's archive.
 */
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOST, runHostMaven } from '../build/host.ts';
import { type Project, readProject, repositoryOf } from '../build/project.ts';

/** The coordinates, without the version. */
export const COORDINATES = { group: 'org.linkgate', artifact: 'linkgate' } as const;
/** Keycloak's libraries are known only by their JARs: unresolved links aren't errors. */
const GOALS = ['generate-sources', 'source:jar-no-fork', 'javadoc:jar'];

/**
 * Writes them next to the JAR.
 * @param jar the released JAR, `…/linkgate-1.2.3.jar`
 * @param version of the release
 * @throws Failure with the end of Maven's output
 */
export async function writeMavenFiles(jar: string, version: string): Promise<void> {
  const base = jar.replace(/\.jar$/, '');
  await runHostMaven(GOALS, "The JARs with the host's sources and their documentation weren't built");
  for (const kind of ['sources', 'javadoc'])
    await cp(path.join(HOST, 'target', `linkgate-${kind}.jar`), `${base}-${kind}.jar`);
  await writeFile(`${base}.pom`, pomOf(await readProject(), version));
}

/**
 * The POM to publish. It has no dependencies: the JAR contains the script engine, and the server has everything else.
 * @param project the description in package.json
 * @param version of the release
 */
function pomOf(project: Project, version: string): string {
  const { description, license, homepage, author, bugs } = project;
  const scm = repositoryOf(project);
  const text = (element: string, value: string) => `<${element}>${escaped(value)}</${element}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  ${text('groupId', COORDINATES.group)}
  ${text('artifactId', COORDINATES.artifact)}
  ${text('version', version)}
  <name>Linkgate</name>
  ${text('description', `${description}. A plugin for Keycloak.`)}
  ${text('url', homepage)}
  <licenses>
    <license>
      ${text('name', license)}
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
      <distribution>repo</distribution>
    </license>
  </licenses>
  <developers>
    <developer>
      ${text('name', author.name)}
      ${text('organization', author.name)}
      ${text('organizationUrl', author.url)}
    </developer>
  </developers>
  <issueManagement>
    ${text('url', bugs.url)}
  </issueManagement>
  <scm>
    ${text('connection', `scm:git:${scm}`)}
    ${text('developerConnection', `scm:git:${scm}`)}
    ${text('url', homepage)}
  </scm>
</project>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
