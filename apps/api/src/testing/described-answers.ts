import { z } from 'zod';

interface DescribedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DescribedAnswer>> }>>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface GivenAnswer {
  readonly method: string;
  /** With /api, without its query. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const withDefinitions = (schema: object, schemas: Document['components']['schemas']): z.ZodType =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    ) as Parameters<typeof z.fromJSONSchema>[0],
  );

const segmentsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');
const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') === true;
const matches = (template: string, path: string): boolean => {
  const [one, other] = [segmentsOf(template), segmentsOf(path)];
  return one.length === other.length && one.every((each, i) => isParameter(each) || each === other[i]);
};

/** Checks answers against the description of the api: the fault of one, null if there is none or it is of no call. */
export const describedAnswers = ({ paths, components }: Document) => {
  const parsers = new Map<object, z.ZodType>();
  const parserOf = (schema: object): z.ZodType => {
    const parser = parsers.get(schema) ?? withDefinitions(schema, components.schemas);
    parsers.set(schema, parser);
    return parser;
  };
  const templates = Object.keys(paths).sort(
    (a, b) => segmentsOf(a).filter(isParameter).length - segmentsOf(b).filter(isParameter).length,
  );
  return ({ method, path, status, type, text }: GivenAnswer): string | null => {
    const verb = method.toLowerCase();
    const template = templates.find((each) => paths[each]?.[verb] !== undefined && matches(each, path));
    const responses = template === undefined ? undefined : paths[template]?.[verb]?.responses;
    if (responses === undefined) return null;
    const answer = responses[status];
    if (answer === undefined) return `answered ${status}, which is not described`;
    const kind = type.split(';')[0] ?? '';
    if (answer.content === undefined) return text === '' ? null : `answered ${kind}, which is not described`;
    const schema = answer.content[kind]?.schema;
    if (answer.content[kind] === undefined) return `answered ${kind}, which is not described`;
    if (schema === undefined || kind !== 'application/json') return null;
    const { error } = parserOf(schema).safeParse(JSON.parse(text));
    return error === undefined ? null : `answered otherwise than described: ${z.prettifyError(error)}`;
  };
};
