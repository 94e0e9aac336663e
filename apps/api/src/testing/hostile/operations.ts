import type { Harness } from '../harness.js';

/** As much of a JSON schema as the api's description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

interface Described {
  readonly paths: Record<string, Record<string, DescribedCall>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}
interface DescribedCall {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

/** Names and, for places in a list, numbers. */
export type Path = readonly (string | number)[];

export interface Operation {
  /** As in `SAMPLE_REQUESTS`: method and path with its parameters. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Null if it takes no JSON. */
  readonly body: Schema | null;
}

const resolver = (schemas: Record<string, Schema>) => {
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref !== undefined) return resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    const { properties, items, anyOf, allOf } = schema;
    return {
      ...schema,
      ...allOf?.map(resolve).reduce((one, other) => ({ ...one, ...other })),
      ...(anyOf && { anyOf: anyOf.map(resolve) }),
      ...(items && { items: resolve(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, each]) => [name, resolve(each)]),
        ),
      }),
    };
  };
  return resolve;
};

/** Every call that the api describes of itself. */
export const operationsOf = async (harness: Harness): Promise<readonly Operation[]> => {
  const answer = await harness.with(null).get('/docs-json');
  const { paths, components } = answer.body as Described;
  const resolve = resolver(components.schemas);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters = [], requestBody }]) => {
      const method = verb.toUpperCase();
      const json = requestBody?.content['application/json']?.schema;
      return {
        name: `${method} ${path.replace(/^\/api/, '')}`,
        method,
        path,
        query: parameters.flatMap((each) => (each.in === 'query' ? [each.name] : [])),
        body: json === undefined ? null : resolve(json),
      };
    }),
  );
};

/** The body itself, and the paths of its fields: those within lists once, at their first place. */
export const fieldsOf = (schema: Schema): readonly Path[] => {
  const all = pathsIn(schema, []);
  return [...new Map(all.map((path) => [path.join('.'), path])).values()];
};
const pathsIn = (schema: Schema, at: Path): readonly Path[] => [
  at,
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => pathsIn(inner, [...at, name])),
  ...(schema.items === undefined ? [] : pathsIn(schema.items, [...at, 0])),
  ...(schema.anyOf ?? []).flatMap((inner) => pathsIn(inner, at)),
];

/** The lists of a body, at any depth. */
export const listsIn = (schema: Schema): readonly Schema[] => [
  ...(schema.type === 'array' ? [schema] : []),
  ...[schema.items ?? [], schema.anyOf ?? [], Object.values(schema.properties ?? {})].flat().flatMap(listsIn),
];

/** A copy of `body` with this value there; missing parents are created. */
export const withField = (body: unknown, [name, ...rest]: Path, value: unknown): unknown => {
  if (name === undefined) return value;
  const known = (body ?? {}) as Readonly<Record<string | number, unknown>>;
  const inner = withField(known[name], rest, value);
  return typeof name === 'number' ? [inner] : { ...known, [name]: inner };
};
