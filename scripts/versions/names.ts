/** The names by which scripts know Keycloak's endpoints: a class and a method, which no type check sees. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { servicesOf } from '../build/java-types.ts';
import { ROOT } from '../build/root.ts';

const run = promisify(execFile);
const SOURCES = path.join(ROOT, 'provider-scripts', 'src');
/** A text such as `TokenEndpoint.processGrantRequest`. */
const NAME = /'([A-Z]\w*(?:Endpoint|Service|Resource|Console|Provider))\.([a-z]\w*)'/g;
/** The list of a JAR's files is long. */
const LARGEST_RESPONSE = 64 * 1024 * 1024;

/** A name of an endpoint, and where a script has it. */
export interface EndpointName {
  className: string;
  method: string;
  /** A file and a line, below the project's folder. */
  where: string;
}

/** All of them. */
export async function endpointNames(): Promise<EndpointName[]> {
  const names: EndpointName[] = [];
  for (const entry of await readdir(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries())
      for (const [, className = '', method = ''] of line.matchAll(NAME))
        names.push({ className, method, where: `${path.relative(ROOT, file)}:${index + 1}` });
  }
  return names;
}

/** The names that a server doesn't have, one line each. */
export async function missingEndpoints(server: string, names: readonly EndpointName[]): Promise<string[]> {
  const jar = await servicesOf(server);
  const { stdout } = await run('jar', ['tf', jar], { maxBuffer: LARGEST_RESPONSE });
  const files = stdout.split('\n');
  const missing: string[] = [];
  for (const { className, method, where } of names) {
    const file = files.find((one) => one.endsWith(`/${className}.class`));
    const methods = file === undefined ? '' : await methodsOf(jar, file);
    if (!new RegExp(`^  public .*\\b${method}\\(`, 'm').test(methods))
      missing.push(`${where}: Keycloak has no ${className}.${method}`);
  }
  return missing;
}

async function methodsOf(jar: string, file: string): Promise<string> {
  const name = file.slice(0, -'.class'.length).replaceAll('/', '.');
  return (await run('javap', ['-public', '-cp', jar, name])).stdout;
}
