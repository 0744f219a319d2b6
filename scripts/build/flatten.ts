/** Turns the bundled module into a strict script without exports, with constants instead of variables. */
import { type PluginObject, types } from '@babel/core';

/**
 * A Babel plugin for lowered code. A variable that is never reassigned becomes `const`: the engine replaces a read of a constant
 * with its value.
 */
export function flatten(): PluginObject {
  return {
    name: 'linkgate-flatten',
    visitor: {
      Program(program) {
        program.node.sourceType = 'script';
        program.node.directives.unshift(types.directive(types.directiveLiteral('use strict')));
        for (const statement of program.get('body')) {
          if (statement.isExportNamedDeclaration()) {
            for (const specifier of statement.node.specifiers) renameToExport(specifier);
            statement.remove();
          } else if (statement.isVariableDeclaration() && isConstant(statement.node))
            statement.node.kind = 'const';
        }

        /** The bundler renames the entry's own variable if another file has one with the same name. */
        function renameToExport(specifier: types.ExportNamedDeclaration['specifiers'][number]): void {
          if (!types.isExportSpecifier(specifier)) return;
          const { local, exported } = specifier;
          if (!types.isIdentifier(local) || !types.isIdentifier(exported) || local.name === exported.name)
            return;
          program.scope.rename(exported.name);
          program.scope.rename(local.name, exported.name);
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
