import type { ArgBuilder } from '@pothos/core';
import { pageSizeLimit } from '../../../core/page-input.ts';
import type { Types } from '../builder.ts';

/** Makes the arguments `limit` and `offset`, the same for every list. */
export function pageArguments(arg: ArgBuilder<Types>) {
  return {
    limit: arg.int({ defaultValue: pageSizeLimit, description: `The number of items, 1 to ${pageSizeLimit}.` }),
    offset: arg.int({ defaultValue: 0, description: 'The number of items to skip.' }),
  };
}
