import type { Usage } from './read-usage.ts';

/** The cost of one thing for PostgreSQL, with few of its kind and with many. */
export interface Growth {
  readonly what: string;
  readonly small: Usage;
  readonly large: Usage;
}
