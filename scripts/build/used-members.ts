/**
 * The members of Java classes that the scripts use, as the type checker resolves them: which class, and which of several methods
 * of one name. By names alone, a method that nobody calls would count as used wherever another class has one of that name.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Identifier, Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isMethodSignatureDeclaration,
  isNewExpression,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type NodeHandle } from 'typescript/unstable/sync';
import { ROOT } from './root.ts';

const PROJECT = path.join(ROOT, 'provider-scripts', 'tsconfig.json');
const SCRIPTS = path.join(ROOT, 'provider-scripts', 'src') + path.sep;
/** What `JavaTypes.java` writes behind a member: its class, and the members of Java's that the line stands for. */
const MEMBERS = /\/\/ (\S+) (.+)$/;

/**
 * Lists them, each as its class and the member (such as `org.keycloak.models.UserModel getId()String`). `* getId` is one that the
 * scripts declare themselves, in a type that objects of any class may have.
 *
 * @param types the generated declarations
 */
export async function usedMembers(types: string): Promise<string[]> {
  const lines = (await readFile(types, 'utf8')).split('\n');
  const used = new Set<string>();
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [PROJECT] }).getProjects();
    if (project === undefined) throw new Error(`${PROJECT}: no project`);
    const { program, checker } = project;
    const text = program.getSourceFile(types)?.text ?? '';
    const isDeclared = ({ path: file }: NodeHandle) => file === types;
    for (const name of program.getSourceFileNames().filter((one) => one.startsWith(SCRIPTS))) {
      const file = program.getSourceFile(name);
      if (file === undefined) throw new Error(`${name}: no source`);
      const identifiers = identifiersIn(file);
      for (const identifier of identifiers)
        if (isMethodSignatureDeclaration(identifier.parent)) used.add(`* ${identifier.text}`);
      for (const declaration of declarationsUsed(identifiers, checker, isDeclared)) {
        const node = declaration.resolve();
        const line = text.slice(0, node?.end ?? 0).split('\n').length - 1;
        const [, className = '', members = ''] = MEMBERS.exec(lines[line] ?? '') ?? [];
        for (const member of members.split(' ')) if (member !== '') used.add(`${className} ${member}`);
      }
    }
  } finally {
    api.close();
  }
  return [...used].sort();
}

function identifiersIn(file: Node): Identifier[] {
  const found: Identifier[] = [];
  const walk = (node: Node): void => {
    if (isIdentifier(node)) found.push(node);
    node.forEachChild(walk);
  };
  walk(file);
  return found;
}

/** The declarations that names refer to: of a call its own, of a method that is passed on all of that name. */
function declarationsUsed(
  identifiers: readonly Identifier[],
  checker: Checker,
  isDeclared: (handle: NodeHandle) => boolean,
): NodeHandle[] {
  return checker.getSymbolAtLocation(identifiers).flatMap((symbol, index) => {
    const all = symbol?.declarations.filter(isDeclared) ?? [];
    const call = callOf(identifiers[index]);
    const own = call && checker.getResolvedSignature(call)?.declaration;
    return own && isDeclared(own) ? [own] : all;
  });
}

/** The call, or the construction, of what an identifier names. */
function callOf(identifier: Identifier | undefined): Node | undefined {
  if (identifier === undefined) return;
  const named =
    isPropertyAccessExpression(identifier.parent) && identifier.parent.name === identifier
      ? identifier.parent
      : identifier;
  const { parent } = named;
  return (isCallExpression(parent) || isNewExpression(parent)) && parent.expression === named
    ? parent
    : undefined;
}
