/** Finds who answers a path: paths are written as OpenAPI has them, `/clients/{id}`. */

/** Who answers, by path and method. */
export type Routes<H> = Readonly<Record<string, Readonly<Record<string, H>>>>;

/** Who answers; the methods that there are where the path has others; null where there is no such path. */
export type Routed<H> = { handler: H; ids: string[] } | { allowed: string[] } | null;

/** Looks a path (without slashes at its ends) and a method up. */
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

/** What stands where a template has names; null where the path is another one. */
function idsIn(template: readonly string[], parts: readonly string[]): string[] | null {
  if (template.length !== parts.length) return null;
  const ids: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const [wanted = '', part = ''] = [template[i], parts[i]];
    if (!wanted.startsWith('{')) {
      if (wanted !== part) return null;
    } else if (part === '') return null;
    else ids.push(part);
  }
  return ids;
}
