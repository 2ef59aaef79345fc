import type { ArgBuilder } from '@pothos/core';
import { pageSizeLimit } from '../core/page-input.ts';
import type { SchemaTypes } from './builder.ts';

/** `limit` and `offset`, the same for every list. */
export function pageArguments(arg: ArgBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>) {
  return {
    limit: arg.int({ defaultValue: pageSizeLimit, description: `How many to answer with, 1 to ${pageSizeLimit}.` }),
    offset: arg.int({ defaultValue: 0, description: 'How many to skip.' }),
  };
}
