/** Layers of DESIGN.md §3: renderer → shared, main/{cli,shell,rpc} → engine → shared, preload → shared. */
module.exports = {
  forbidden: [
    {
      name: 'shared-knows-nothing',
      severity: 'error',
      from: { path: '^src/shared', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/shared|^node_modules/zod', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-no-node',
      severity: 'error',
      from: { path: '^src/shared', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'engine-imports-down',
      severity: 'error',
      from: { path: '^src/main/engine' },
      to: { path: '^src/(renderer|preload|main/(cli|shell|rpc|index|serve))' },
    },
    {
      name: 'engine-no-electron',
      severity: 'error',
      from: { path: '^src/main/(engine|cli|rpc)' },
      to: { path: '(^|node_modules/)electron(/|$)' },
    },
    { name: 'renderer-imports-shared', severity: 'error', from: { path: '^src/renderer' }, to: { path: '^src/(main|preload)' } },
    {
      name: 'renderer-no-node',
      severity: 'error',
      from: { path: '^src/renderer', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'preload-imports-shared', severity: 'error', from: { path: '^src/preload' }, to: { path: '^src/(main|renderer)' } },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'require'],
    },
  },
};
