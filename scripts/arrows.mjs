// Finds exported functions that are declared as constants: `function` reads first, hoists, and names itself in outlines and stacks.
import ts from 'typescript';

/** A constant with a type of its own, such as `run: Run`, has its shape from there, and stays. */
const isArrow = ({ initializer, type }) =>
  initializer !== undefined && type === undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));

const isExported = (statement) => statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Names that a file exports in a list: `export { a, b as c }`, without those of another module. */
const listed = (statement) =>
  ts.isExportDeclaration(statement) && !statement.moduleSpecifier && statement.exportClause && ts.isNamedExports(statement.exportClause)
    ? statement.exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : [];

/** Where a file exports an arrow, or a function expression, without a type of its own: `[{name, line}]`. */
export function findArrows(file, source) {
  if (!/^export (?:const|let|var|\{)/m.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const later = new Set(tree.statements.flatMap(listed));
  return tree.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
          .filter((one) => isArrow(one) && (isExported(statement) || later.has(one.name.text)))
          .map(({ name }) => ({ name: name.text, line: tree.getLineAndCharacterOfPosition(name.getStart(tree)).line + 1 }))
      : [],
  );
}

/** Judges all files, `[file, source]` each. Complains as well where it saw no exported function at all: then the check itself is broken. */
export function judgeArrows(files) {
  const functions = files.reduce((sum, [, source]) => sum + (source.match(/^export (?:async )?function\b/gm)?.length ?? 0), 0);
  const found = files.flatMap(([file, source]) => findArrows(file, source).map((one) => ({ file, ...one })));
  return {
    functions,
    complaints: [
      ...(functions === 0 ? [`saw ${files.length} files and no exported function: the check itself is broken`] : []),
      ...found.map(({ file, line, name }) => `${file}:${line}: write "export function ${name}", not a constant with an arrow`),
    ],
  };
}
