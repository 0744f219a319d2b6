/** ICANN's part of the public suffix list, in the JAR. */
const DomainLists = Java.type('org.linkgate.host.DomainLists');

/** Whether the list has a rule. */
export function isSuffixRule(line: string): boolean {
  return DomainLists.has('public-suffixes', line);
}
