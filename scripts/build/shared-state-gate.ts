/** Rejects shared state in the script, which all threads run concurrently: one request could see another's values. */
import { type NodePath, type PluginObject, types } from '@babel/core';

const ARRAY_MUTATORS = new Set([
  'copyWithin',
  'fill',
  'pop',
  'push',
  'reverse',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/**
 * A Babel plugin: top-level variables that are reassigned, `Map`s and `Set`s at top level, changes of top-level arrays and
 * objects, tagged templates and Java methods selected by signature are errors naming the line. The last two aren't state of the
 * script, but the engine writes to shared memory for them without thread safety. Classes, too: what they are lowered to replaces
 * itself on first use.
 */
export function checkSharedState(): PluginObject {
  return {
    name: 'linkgate-shared-state-gate',
    visitor: {
      Program(program) {
        for (const [name, binding] of Object.entries(program.scope.bindings)) {
          const change = binding.constantViolations[0];
          if (change) reject(change, `${name}: reassigned, though all threads share it`);
        }
      },
      NewExpression(path) {
        const { callee } = path.node;
        if (
          path.getFunctionParent() === null &&
          types.isIdentifier(callee) &&
          /^(Weak)?(Map|Set)$/.test(callee.name)
        )
          reject(path, `a ${callee.name} that all threads share`);
      },
      AssignmentExpression(path) {
        checkTarget(path, path.node.left);
      },
      UpdateExpression(path) {
        checkTarget(path, path.node.argument);
      },
      UnaryExpression(path) {
        if (path.node.operator === 'delete') checkTarget(path, path.node.argument);
      },
      CallExpression(path) {
        const { callee } = path.node;
        if (!types.isMemberExpression(callee) || !types.isIdentifier(callee.property)) return;
        if (ARRAY_MUTATORS.has(callee.property.name)) checkTarget(path, callee);
      },
      MemberExpression(path) {
        const { property } = path.node;
        if (types.isStringLiteral(property) && property.value.includes('('))
          reject(path, 'a Java method selected by signature');
      },
      TaggedTemplateExpression(path) {
        reject(path, 'a tagged template');
      },
      Class(path) {
        reject(path, 'a class');
      },
    },
  };
}

/** Rejects a change, within a function, of a top-level variable's contents. */
function checkTarget(path: NodePath, target: types.Node): void {
  if (!types.isMemberExpression(target) || path.getFunctionParent() === null) return;
  let object: types.Node = target.object;
  while (types.isMemberExpression(object)) object = object.object;
  if (!types.isIdentifier(object)) return;
  const binding = path.scope.getBinding(object.name);
  if (binding?.scope.path.isProgram()) reject(path, `${object.name}: changed, though all threads share it`);
}

function reject(path: NodePath, text: string): never {
  throw Object.assign(path.buildCodeFrameError(`scripts must not have state: ${text}`), {
    loc: path.node.loc?.start,
  });
}
