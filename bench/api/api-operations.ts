import type { ApiOperation } from './api-operation.ts';
import { graphqlOperations } from './graphql-operations.ts';
import { pageOperations } from './page-operations.ts';
import { restOperations } from './rest-operations.ts';

export const apiOperations: readonly ApiOperation[] = [...restOperations, ...graphqlOperations, ...pageOperations];
