import { globSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Makes JSON schemas of what the calls answer, from the types of the controllers' methods: `dist/answers.json` holds one
 * for each method by `Controller_method`, null where it answers nothing, and those of named types under `schemas`. The
 * description of the api takes its answers from there.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const VERBS = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);
/** Named types that no method answers, and that the description needs. */
const ALSO = ['ErrorAnswer'];

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}../../tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  `${root}../..`,
);
const files = globSync('src/**/*.controller.ts', { cwd: root }).map((path) => `${root}${path}`);
const program = ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: undefined });
const checker = program.getTypeChecker();
const schemas = {};

const isUndefined = (type) => (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;

const nameOf = (type) => {
  const symbol = type.aliasSymbol ?? type.symbol;
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined || type.aliasTypeArguments !== undefined) return null;
  const isOurs = /\/libs\/contracts\/src\//.test(declaration.getSourceFile().fileName);
  const isNamed = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
  return isOurs && isNamed && (type.flags & ts.TypeFlags.Object) !== 0 ? symbol.name : null;
};

const objectOf = (type) => {
  const properties = {};
  const required = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    properties[property.name] = schemaOf(checker.getTypeOfSymbol(property));
    if (!isOptional) required.push(property.name);
  }
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(index !== undefined && { additionalProperties: schemaOf(index.type) }),
  };
};

const unionOf = (type) => {
  const members = type.types.filter((each) => !isUndefined(each));
  const isBoolean = members.filter((each) => (each.flags & ts.TypeFlags.BooleanLiteral) !== 0).length === 2;
  const others = isBoolean
    ? members.filter((each) => (each.flags & ts.TypeFlags.BooleanLiteral) === 0)
    : members;
  const options = [...(isBoolean ? [{ type: 'boolean' }] : []), ...others.map(schemaOf)];
  if (options.every((option) => 'const' in option)) return { enum: options.map((option) => option.const) };
  const isPlain = (option) => Object.keys(option).join() === 'type';
  if (options.every(isPlain)) {
    const types = options.map((option) => option.type);
    return { type: types.length === 1 ? types[0] : types };
  }
  return options.length === 1 ? options[0] : { anyOf: options };
};

const schemaOf = (type) => {
  const { flags } = type;
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return {};
  if ((flags & ts.TypeFlags.Null) !== 0) return { type: 'null' };
  if (type.isUnion()) return unionOf(type);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) return { const: checker.typeToString(type) === 'true' };
  if ((flags & ts.TypeFlags.StringLike) !== 0) return { type: 'string' };
  if ((flags & ts.TypeFlags.NumberLike) !== 0) return { type: 'number' };
  if ((flags & ts.TypeFlags.BooleanLike) !== 0) return { type: 'boolean' };
  if (checker.isTupleType(type)) {
    // Not `prefixItems`: many readers of OpenAPI 3.1 do not know it. All tuples of answers are of plain types.
    const types = checker.getTypeArguments(type).flatMap((each) => schemaOf(each).type);
    const { length } = checker.getTypeArguments(type);
    return { type: 'array', items: { type: [...new Set(types)] }, minItems: length, maxItems: length };
  }
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if ((flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0)
    throw new Error(`An answer of type ${checker.typeToString(type)} cannot be described.`);
  const name = nameOf(type);
  if (name === null) return objectOf(type);
  if (!(name in schemas)) {
    schemas[name] = {};
    schemas[name] = objectOf(type);
  }
  return { $ref: `#/components/schemas/${name}` };
};

const decoratorsOf = (node) =>
  (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );

const answers = {};
for (const path of files) {
  const source = program.getSourceFile(path);
  for (const owner of source.statements.filter(ts.isClassDeclaration)) {
    if (!decoratorsOf(owner).includes('Controller')) continue;
    for (const method of owner.members.filter(ts.isMethodDeclaration)) {
      if (!decoratorsOf(method).some((name) => VERBS.has(name))) continue;
      const answer = checker.getAwaitedType(checker.getSignatureFromDeclaration(method).getReturnType());
      answers[`${owner.name.text}_${method.name.getText()}`] = isUndefined(answer) ? null : schemaOf(answer);
    }
  }
}

const contracts = program
  .getSourceFiles()
  .find(({ fileName }) => /\/contracts\/src\/index\.ts$/.test(fileName));
for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(contracts)))
  if (ALSO.includes(symbol.name)) schemaOf(checker.getDeclaredTypeOfSymbol(symbol));

writeFileSync(`${root}dist/answers.json`, JSON.stringify({ answers, schemas }, null, 1));
