/** Lets a page load something from other origins, beside what its policy allows (Content Security Policy, level 3). */

/** The directives by which a widget's scripts, frames, styles and requests are judged, each with those that stand in for an absent one. */
const DIRECTIVES: Readonly<Record<string, readonly string[]>> = {
  'script-src': ['default-src'],
  'style-src': ['default-src'],
  'connect-src': ['default-src'],
  'frame-src': ['child-src', 'default-src'],
};

/** A Content-Security-Policy that allows these origins as well, and nothing else that it didn't. */
export function widenedPolicy(policy: string, origins: readonly string[]): string {
  const directives: [string, string[]][] = [];
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name !== '' && !directives.some(([known]) => known === name.toLowerCase()))
      directives.push([name.toLowerCase(), sources]);
  }
  const sourcesOf = (name: string) => directives.find(([known]) => known === name)?.[1];
  const widened: [string, string[]][] = [];
  for (const [name, substitutes] of Object.entries(DIRECTIVES)) {
    const acting = [name, ...substitutes].map(sourcesOf).find((sources) => sources !== undefined);
    if (acting !== undefined)
      widened.push([name, [...acting.filter((source) => source.toLowerCase() !== "'none'"), ...origins]]);
  }
  const kept = directives.filter(([name]) => !widened.some(([other]) => other === name));
  return [...kept, ...widened].map(([name, sources]) => `${[name, ...sources].join(' ')};`).join(' ');
}
