/** A part of JSON Schema, as the document has it. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface JsonBody {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

/** The parts of the OpenAPI document that become types. */
export interface OpenapiDocument {
  readonly components: { readonly schemas: Record<string, Schema> };
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, JsonBody> }>>;
  readonly webhooks: Record<string, { post: { description: string; requestBody: JsonBody } }>;
}

const scalars: Readonly<Record<string, string>> = { string: 'str', integer: 'int', boolean: 'bool', null: 'None' };

/**
 * Prints the schemas of the document, the results of its operations and the bodies of its webhooks as Python's
 * `TypedDict` and `Literal`: what a program holds is the JSON itself, so that a new field or value breaks no program.
 */
export function printTypedDicts({ components, paths, webhooks }: OpenapiDocument): string {
  const events = Object.entries(webhooks).map(([eventType, { post }]): [string, Schema] => {
    const name = `${eventType.split('_').map(capitalized).join('')}Event`;
    return [name, { description: post.description, ...post.requestBody.content['application/json'].schema }];
  });
  const results = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, responses }): [string, Schema] => {
      const { content } = (responses['200'] ?? responses['201'])!;
      return [`${capitalized(operationId)}Result`, content['application/json'].schema];
    });
  const named = { ...components.schemas, ...Object.fromEntries([...results, ...events]) };
  const fields = Object.values(named).flatMap(({ properties = {} }) => Object.entries(properties));
  /** By their names. A type comes after those that it is made of. */
  const declarations = new Map<string, string>();

  /** @param name that of a type that has none in the document */
  function typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, type, items, properties, enum: values = [schema.const ?? []].flat() } = schema;
    if ($ref !== undefined) {
      const its = $ref.split('/').at(-1)!;
      return typeOf(named[its]!, its);
    }
    if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, name)).join(' | ');
    if (items !== undefined) return `list[${typeOf(items, name)}]`;
    if (Array.isArray(type)) return type.map((each: string) => typeOf({ ...schema, type: each }, name)).join(' | ');
    if (values.length === 1) return `Literal["${values[0]}"]`;
    if (values.length === 0 && properties === undefined) return scalars[type as string]!;
    if (!declarations.has(name))
      declarations.set(name, properties === undefined ? literal(name, schema) : dict(name, schema));
    return name;
  }

  function dict(name: string, schema: Schema): string {
    const { properties, required = [] } = schema;
    const lines = Object.entries(properties!).map(([field, its]) => {
      const alike = fields
        .filter(([other, same]) => other === field && isNameless(same))
        .map(([, same]) => JSON.stringify(same));
      const type = typeOf(its, (new Set(alike).size > 1 ? name : '') + capitalized(field));
      return `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n${docstring(its, '    ')}`;
    });
    return `class ${name}(TypedDict):\n${docstring(schema, '    ')}${lines.join('')}`;
  }

  for (const [name, schema] of Object.entries(named)) typeOf(schema, name);
  return [
    'from typing import Literal, NotRequired, TypedDict',
    ...declarations.values(),
    `WebhookEvent = (\n    ${events.map(([name]) => name).join('\n    | ')}\n)
"""The body of a webhook: \`eventType\` says what \`payload\` is."""`,
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join('\n\n');
}

function isNameless({ anyOf = [], enum: values = [], properties }: Schema): boolean {
  return values.length > 1 || properties !== undefined || anyOf.some(isNameless);
}

function literal(name: string, schema: Schema): string {
  return `${name} = Literal[\n${schema.enum!.map((value) => `    "${value}",\n`).join('')}]\n${docstring(schema, '')}`;
}

/** Prints a description in lines of at most 90 characters. */
function docstring({ description }: Schema, indent: string): string {
  if (description === undefined) return '';
  const lines = `"""${description.replaceAll('\\', '\\\\')}"""`.replaceAll(/(?=.{87})(.{1,86}) /g, '$1\n');
  return `${lines.replaceAll(/^(?=.)/gm, indent)}\n\n`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
