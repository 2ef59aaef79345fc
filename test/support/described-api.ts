import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './answer.ts';

/** An operation as the OpenAPI document tells of it. */
export interface DescribedOperation {
  readonly method: string;
  /** With `{auctionId}` in it. */
  readonly path: string;
  readonly parameters: readonly any[];
  /** JSON Schema, with its references in the document; `null` where it takes no body. */
  readonly body: object | null;
  readonly responses: Readonly<Record<string, any>>;
}

/** The committed OpenAPI document, and answers held against it. */
export interface DescribedApi {
  readonly operations: readonly DescribedOperation[];
  /** A part of the document, references followed. */
  resolve(part: any): any;
  /**
   * What of an answer the document does not say; nothing, as a rule.
   *
   * @param operation `null` for a request that is none of any operation's: with another path or method
   * @param method as it was asked with: an answer to HEAD has no body
   */
  complaints(operation: DescribedOperation | null, method: string, answer: Answer): string[];
}

const formats: Record<string, RegExp | ((value: number) => boolean)> = {
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uri: /^https?:\/\/\S+$/,
};

/** Refused before it is known what is asked for, or because something is down: of every request. */
const beforeAnyOperation = ['400', '401', '403', '429', '503'];

export async function readDescribedApi(): Promise<DescribedApi> {
  const document = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format as RegExp);
  for (const name of ['int32', 'int64']) ajv.addFormat(name, { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema(document, 'openapi.json');

  const resolve = (part: any): any =>
    part?.$ref === undefined
      ? part
      : part.$ref
          .slice('#/'.length)
          .split('/')
          .reduce((within: any, step: string) => within[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);

  const operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.map(resolve),
      body: operation.requestBody?.content['application/json'].schema ?? null,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
      ),
    })),
  );
  const noSuchOperation = {
    headers: {},
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };

  function describedAnswer(operation: DescribedOperation | null, status: string): any {
    if (operation !== null) return operation.responses[status];
    return beforeAnyOperation.includes(status) ? operations[0]!.responses[status] : noSuchOperation;
  }

  function schemaComplaints(schema: object, value: unknown): string[] {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/'));
    const known = validators.get(schema) ?? ajv.compile(absolute);
    validators.set(schema, known);
    return known(value) ? [] : known.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  const validators = new Map<object, ReturnType<typeof ajv.compile>>();

  function headerComplaints(described: Record<string, any>, headers: Headers): string[] {
    return Object.entries(described).flatMap(([name, reference]) => {
      const { required, schema } = resolve(reference);
      const value = headers.get(name);
      if (value === null) return required === true ? [`header ${name} is missing`] : [];
      const meant = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
      return schemaComplaints(schema, meant).map((complaint) => `header ${name}: ${complaint}`);
    });
  }

  return {
    operations,
    resolve,
    complaints(operation, method, { status, headers, text, body }) {
      const described = describedAnswer(operation, String(status));
      if (described === undefined) return [`status ${status} is not documented: ${text}`];
      const complaints = headerComplaints(described.headers, headers);
      if (described.content === undefined)
        return text === '' ? complaints : [...complaints, `there is a body: ${text}`];
      const [mediaType, { schema }] = Object.entries<any>(described.content)[0]!;
      if (headers.get('content-type') !== mediaType) complaints.push(`media type ${headers.get('content-type')}`);
      if (method === 'HEAD') return text === '' ? complaints : [...complaints, 'HEAD has a body'];
      return [...complaints, ...schemaComplaints(schema, body).map((complaint) => `body${complaint}: ${text}`)];
    },
  };
}
