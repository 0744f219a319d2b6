/** Makes a script of the bundled module: strict, without exports, its variables constants. */
import { type PluginObject, types } from '@babel/core';

/**
 * A Babel plugin for what is lowered already. A variable that is never assigned again becomes `const`: the engine replaces a read of a
 * constant by its value.
 */
export function flatten(): PluginObject {
  return {
    name: 'linkgate-flatten',
    visitor: {
      Program(program) {
        program.node.sourceType = 'script';
        program.node.directives.unshift(types.directive(types.directiveLiteral('use strict')));
        for (const statement of program.get('body')) {
          if (statement.isExportNamedDeclaration()) statement.remove();
          else if (statement.isVariableDeclaration() && isConstant(statement.node))
            statement.node.kind = 'const';
        }

        function isConstant(declaration: types.VariableDeclaration): boolean {
          return declaration.declarations.every(
            ({ id, init }) =>
              init && types.isIdentifier(id) && program.scope.getBinding(id.name)?.constant === true,
          );
        }
      },
    },
  };
}
