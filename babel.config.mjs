/**
 * How dependency-cruiser reads TypeScript. `@babel/preset-typescript` removes imports of types, so this plugin first turns each of
 * them into an import without names, which stays.
 */
function keepTypeImports() {
  return {
    visitor: {
      Program({ node }) {
        for (const statement of node.body) {
          if (statement.importKind === 'type') Object.assign(statement, { importKind: 'value', specifiers: [] })
          if (statement.exportKind === 'type' && statement.source) {
            Object.assign(statement, { exportKind: 'value', specifiers: [] })
          }
        }
      },
    },
  }
}

export default { presets: ['@babel/preset-typescript'], plugins: [keepTypeImports] }
