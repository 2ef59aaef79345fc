import {
  type ClassType,
  EnumType,
  FetchingJSONSchemaStore,
  funPrefixNamer,
  getOptionValues,
  InputData,
  JSONSchemaInput,
  type Namer,
  pythonOptions,
  PythonRenderer,
  PythonTargetLanguage,
  quicktype,
  type RenderContext,
  type Sourcelike,
  type StringTypeMapping,
  type Type,
} from 'quicktype-core';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
}

interface JsonBody {
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

/** The parts of the OpenAPI document that become types. */
export interface OpenapiDocument {
  readonly components: { readonly schemas: Record<string, Schema> };
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, JsonBody> }>>;
  readonly webhooks: Record<string, { post: { description: string; requestBody: JsonBody } }>;
}

const wrapper = 'Everything';
const componentRef = '#/components/schemas/';

/**
 * Prints the schemas of the document, the results of its operations and the bodies of its webhooks as Python's
 * `TypedDict` and `Literal`: what a program holds is the JSON itself, so that a new field or value breaks no program.
 */
export async function printTypedDicts({ components, paths, webhooks }: OpenapiDocument): Promise<string> {
  const events = Object.entries(webhooks).map(([eventType, { post }]): [string, object] => [
    `${eventType.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`,
    { description: post.description, ...post.requestBody.content['application/json'].schema },
  ]);
  const results = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, responses }): [string, object] => [
      `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Result`,
      (responses['200'] ?? responses['201']!).content['application/json'].schema,
    ]);
  const definitions = {
    ...components.schemas,
    ...Object.fromEntries(results),
    ...Object.fromEntries(events),
  };
  // One schema that refers to all: the generator would make a type of its own for each source.
  const properties = Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: refTo(name) }]));
  const schema = JSON.stringify({ type: 'object', properties, definitions }, (_, value: unknown) =>
    isNamedType(value, components.schemas) ? { $ref: value.$ref } : value,
  );
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: wrapper, schema: schema.replaceAll(componentRef, refTo('')) });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang: new TypedDictLanguage(), combineClasses: false });
  // The generator writes acronyms in capitals: a class gets the name of its schema.
  const names = new Map(Object.keys(definitions).map((name) => [name.toLowerCase(), name]));
  const written = lines.join('\n');
  const named = [...written.matchAll(/^class (\w+)\(/gm)].reduce((text, [, found]) => {
    const name = names.get(found!.toLowerCase());
    return name === undefined || name === found ? text : text.replaceAll(new RegExp(`\\b${found}\\b`, 'g'), name);
  }, written);
  return [
    ...named.trimEnd().split('\n'),
    '',
    '',
    'WebhookEvent = (',
    `    ${events.map(([name]) => name).join('\n    | ')}`,
    ')',
    '"""The body of a webhook: `eventType` says what `payload` is."""',
    '',
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The generator would add the description of such a field to that of the type. */
function isNamedType(value: unknown, schemas: Record<string, Schema>): value is { $ref: string } {
  const { $ref } = (value ?? {}) as { $ref?: string };
  const schema = $ref === undefined ? undefined : schemas[$ref.slice(componentRef.length)];
  return schema !== undefined && (schema.type === 'object' || schema.enum !== undefined);
}

function refTo(name: string): string {
  return `#/definitions/${name}`;
}

class TypedDictLanguage extends PythonTargetLanguage {
  /** A UUID or an instant stays the text that it is in JSON. */
  override get stringTypeMapping(): StringTypeMapping {
    return new Map();
  }

  /** A field that may be absent is not one that may be null. */
  override get supportsOptionalClassProperties(): boolean {
    return true;
  }

  protected override makeRenderer(context: RenderContext, options: Record<string, unknown>): PythonRenderer {
    return new TypedDictRenderer(this, context, getOptionValues(pythonOptions, options));
  }
}

class TypedDictRenderer extends PythonRenderer {
  /** A key of a TypedDict is the name in JSON. */
  protected override namerForObjectProperty(): Namer {
    return funPrefixNamer('property', (name) => name);
  }

  protected override emitClass(type: ClassType): void {
    if (type.getCombinedName() === wrapper) return;
    this.emitBlock(['class ', this.nameForNamedType(type), '(', this.withTyping('TypedDict'), '):'], () => {
      this.emitDescription(this.descriptionForType(type));
      this.forEachClassProperty(type, 'none', (name, jsonName, { type: propertyType, isOptional }) => {
        const annotation = this.pythonType(propertyType, false, true);
        this.emitLine(name, ': ', isOptional ? [this.withTyping('NotRequired'), '[', annotation, ']'] : annotation);
        this.emitDescription(this.descriptionForClassProperty(type, jsonName));
      });
    });
  }

  protected override emitEnum(type: EnumType): void {
    if (type.cases.size === 1) return;
    this.emitLine(this.nameForNamedType(type), ' = ', this.withTyping('Literal'), '[');
    this.indent(() => this.forEachEnumCase(type, 'none', (_, value) => this.emitLine(this.string(value), ',')));
    this.emitLine(']');
    this.emitDescription(this.descriptionForType(type));
  }

  /** A constant, such as an event's type, needs no name. */
  protected override pythonType(type: Type, isRootTypeDef?: boolean, suppressQuotes?: boolean): Sourcelike {
    if (type instanceof EnumType && type.cases.size === 1) {
      return [this.withTyping('Literal'), '[', this.string([...type.cases][0]!), ']'];
    }
    return super.pythonType(type, isRootTypeDef, suppressQuotes);
  }
}
