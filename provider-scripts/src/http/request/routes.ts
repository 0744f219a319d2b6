/** Finds the handler of a path; templates are written as in OpenAPI, `/clients/{id}`. */

export type Routes<H> = Readonly<Record<string, Readonly<Record<string, H>>>>;

/** The handler; the allowed methods if the path has only others; null if there is no such path. */
export type Routed<H> = { handler: H; ids: string[] } | { allowed: string[] } | null;

/** Looks up a path (without leading or trailing slashes) and a method. */
export function route<H>(routes: Routes<H>, path: string, method: string): Routed<H> {
  const parts = path.split('/');
  for (const [template, methods] of Object.entries(routes)) {
    const ids = idsIn(template.slice(1).split('/'), parts);
    if (ids === null) continue;
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    return handler === undefined ? { allowed: Object.keys(methods) } : { handler, ids };
  }
  return null;
}

/** The values of a template's parameters; null if the path doesn't match. */
function idsIn(template: readonly string[], parts: readonly string[]): string[] | null {
  if (template.length !== parts.length) return null;
  const ids: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const [expected = '', part = ''] = [template[i], parts[i]];
    if (!expected.startsWith('{')) {
      if (expected !== part) return null;
    } else if (part === '') return null;
    else ids.push(part);
  }
  return ids;
}
