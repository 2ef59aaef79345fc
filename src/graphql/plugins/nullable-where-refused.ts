import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      nullableWhereRefused: NullableWhereRefused<Types>;
    }
  }
}

/**
 * Makes each field nullable that can be refused by itself: those of Query and Mutation, and those that need a scope of their own.
 * So a refusal takes away no more than its own field.
 */
class NullableWhereRefused<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isRoot = field.parentType === 'Query' || field.parentType === 'Mutation';
    if (!isRoot && field.extensions?.['scope'] === undefined) return field;
    return { ...field, type: { ...field.type, nullable: true } };
  }
}

export const nullableWhereRefused = 'nullableWhereRefused';
SchemaBuilder.registerPlugin(nullableWhereRefused, NullableWhereRefused);
