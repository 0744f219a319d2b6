/** Makes catch clauses receive the Java exception that was thrown, which the engine wraps in its own error. */
import { type PluginObject, types } from '@babel/core';

/** A Babel plugin: `catch (e) { … }` becomes `catch (e) { e = Java.caught(e); … }`. */
export function unwrapCaught(): PluginObject {
  return {
    name: 'linkgate-unwrap-caught',
    visitor: {
      CatchClause(clause) {
        const { param, body } = clause.node;
        if (!types.isIdentifier(param)) return;
        const caught = types.callExpression(
          types.memberExpression(types.identifier('Java'), types.identifier('caught')),
          [types.identifier(param.name)],
        );
        body.body.unshift(
          types.expressionStatement(types.assignmentExpression('=', types.identifier(param.name), caught)),
        );
      },
    },
  };
}
