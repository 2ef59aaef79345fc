import type { Usage } from './read-usage.ts';

/** What one thing costs PostgreSQL where there are few of its kind, and where there are many. */
export interface Growth {
  readonly what: string;
  readonly small: Usage;
  readonly large: Usage;
}
