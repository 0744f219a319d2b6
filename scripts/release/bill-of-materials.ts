/** Writes a CycloneDX bill of materials: describes a file of the release, and the third-party components in it. */
import { writeFile } from 'node:fs/promises';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { OWN_LICENCE, type Part } from '../build/parts.ts';

/** The version of CycloneDX that is written. */
export const SPECIFICATION = Spec.Spec1dot6;

const UUID_LENGTH = 32;

/** The file that contains the parts. */
export interface Subject {
  readonly ecosystem: Part['ecosystem'];
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The file's digest, in hexadecimal. */
  readonly sha256: string;
}

/** Build information, written as properties of our own (`linkgate:commit`). */
type BuildInfo = Readonly<Record<string, string>>;

/** Writes the bill of materials as JSON; the same input gives the same bytes. */
export async function writeBillOfMaterials(
  file: string,
  subject: Subject,
  parts: readonly Part[],
  { created, buildInfo }: { created: Date; buildInfo: BuildInfo },
): Promise<void> {
  const bom = new Models.Bom({ serialNumber: serialNumber(subject.sha256) });
  const { description, sha256 } = subject;
  const component = new Models.Component(Enums.ComponentType.Application, subject.name, {
    ...identity(subject),
    description,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]),
    licenses: licences(OWN_LICENCE),
  });
  bom.metadata.component = component;
  bom.metadata.timestamp = created;
  for (const [name, value] of Object.entries(buildInfo))
    bom.metadata.properties.add(new Models.Property(`linkgate:${name}`, value));
  for (const part of parts) {
    const contained = new Models.Component(Enums.ComponentType.Library, part.name, {
      ...identity(part),
      licenses: licences(part.licence),
      ...(part.sha512 !== undefined && {
        hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], part.sha512]]),
      }),
    });
    bom.components.add(contained);
    component.dependencies.add(contained.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(SPECIFICATION));
  await writeFile(file, `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
}

/** The fields by which vulnerability databases identify a component: its package URL, also the reference within the file. */
function identity({
  ecosystem,
  group,
  name,
  version,
}: Pick<Part, 'ecosystem' | 'group' | 'name' | 'version'>) {
  const path = [group, name]
    .flatMap((word) => (word === undefined ? [] : [encodeURIComponent(word)]))
    .join('/');
  const purl = `pkg:${ecosystem}/${path}@${version}`;
  return { ...(group !== undefined && { group }), version, purl, bomRef: purl };
}

function licences(text: string) {
  const licence = SPDX.isSupportedSpdxId(text)
    ? new Models.SpdxLicense(text)
    : new Models.LicenseExpression(text);
  return new Models.LicenseRepository([licence]);
}

/** Derived from the digest: a random UUID would make each build of a release different. */
function serialNumber(sha256: string): string {
  const digits = sha256.slice(0, UUID_LENGTH);
  // A UUID of version 8 (RFC 9562), whose content the application chooses.
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17)}`;
  return `urn:uuid:${uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}
