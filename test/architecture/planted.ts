/** A file that breaks one rule of the house, the rule, and the same file as it should be. */
export interface Planted {
  readonly rule: string;
  readonly path: string;
  readonly broken: string;
  readonly kept: string;
}

const setting = (name: string) => `export const value = process.env['${name}'];`;

/** Files are planted beside the real ones: a table of what the linter must notice, and what it must leave alone. */
export const planted: readonly Planted[] = [
  {
    rule: 'house(words-in-catalogues)',
    path: 'src/page/views/planted.ts',
    broken: `import { html } from 'hono/html';\nexport const view = (amount: string) => html\`<p class="hint">\${amount} is held.</p>\`;`,
    kept: `import { html } from 'hono/html';\nexport const view = (held: string) => html\`<p class="hint">\${held}</p>\`;`,
  },
  {
    rule: 'house(words-in-catalogues)',
    path: 'src/providers/stripe/make-planted-page.ts',
    broken: `import { html } from 'hono/html';\nexport const view = () => html\`<nav aria-label="Language"></nav>\`;`,
    kept: `import { html } from 'hono/html';\nexport const view = (label: string) => html\`<nav aria-label="\${label}"></nav>\`;`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/auctions/planted.ts',
    broken: `export { problem } from '../v1/problem.ts';`,
    kept: `export { Refusal } from '../core/refusal.ts';`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/graphql/planted.ts',
    broken: `import type { V1 } from '../v1/answer-route.ts';\nexport type Planted = V1;`,
    kept: `import type { AuctionRow } from '../auctions/auction-row.ts';\nexport type Planted = AuctionRow;`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/providers/stripe/planted.ts',
    broken: `export const load = async () => import('../../bids/place-bid.ts');`,
    kept: `export const load = async () => import('../gateway.ts');`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/core/planted.ts',
    broken: `import type { Config } from '../config.ts';\nexport type Planted = Config;`,
    kept: `import type { Viewer } from './viewer.ts';\nexport type Planted = Viewer;`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/bids/planted.ts',
    broken: `export * from '../app.ts';`,
    kept: `export * from '../auctions/auction-row.ts';`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/db/planted.ts',
    broken: `export * from '../support/database.ts';`,
    kept: `export * from './database.ts';`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/cellar/planted.ts',
    broken: `export * from '../core/uuid.ts';`,
    kept: `export const depth = 1;`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/docs/planted.ts',
    broken: `export { makeRoutes } from '../http/routes.ts';`,
    kept: `export { problem } from '../v1/problem.ts';`,
  },
  {
    rule: 'import(no-cycle)',
    path: 'src/db/planted-cycle.ts',
    broken: `export { second } from './planted-cycle-back.ts';\nexport const first = 1;`,
    kept: `export const first = 1;`,
  },
  {
    rule: 'import(no-cycle)',
    path: 'src/db/planted-cycle-back.ts',
    broken: `export { first } from './planted-cycle.ts';\nexport const second = 2;`,
    kept: `export { first } from './planted-cycle.ts';`,
  },
  {
    rule: 'import(no-cycle)',
    path: 'src/db/planted-types.ts',
    broken: `import type { Second } from './planted-types-back.ts';\nexport interface First { readonly second: Second }`,
    kept: `export interface First { readonly second: string }`,
  },
  {
    rule: 'import(no-cycle)',
    path: 'src/db/planted-types-back.ts',
    broken: `import type { First } from './planted-types.ts';\nexport interface Second { readonly first: First }`,
    kept: `import type { First } from './planted-types.ts';\nexport interface Second { readonly first: First }`,
  },
  {
    rule: 'house(imports-go-down)',
    path: 'src/providers/planted-deps.ts',
    broken: `import type { Deps } from '../deps.ts';\nexport type Log = Deps['log'];`,
    kept: `import type { Logger } from 'pino';\nexport type Log = Logger;`,
  },
  {
    rule: 'house(one-clock)',
    path: 'src/auctions/planted-date-now.ts',
    broken: `export const read = (): number => Date.now();`,
    kept: `export const read = (now: Date): number => now.getTime();`,
  },
  {
    rule: 'house(one-clock)',
    path: 'src/bids/planted-new-date.ts',
    broken: `export const read = (): Date => new Date();`,
    kept: `export const read = (ms: number): Date => new Date(ms);`,
  },
  {
    rule: 'house(one-clock)',
    path: 'src/providers/planted-sql.ts',
    broken: 'export const sql = `select 1 where $1 < now()`;',
    kept: 'export const sql = `select 1 where $1 < clock_timestamp()`;',
  },
  {
    rule: 'house(only-entries-act)',
    path: 'src/jobs/planted-action.ts',
    broken: `performance.mark('loaded');\nexport const one = 1;`,
    kept: `export const mark = (): PerformanceMark => performance.mark('called');`,
  },
  {
    rule: 'house(only-entries-act)',
    path: 'src/db/planted-wait.ts',
    broken: `export const one = await Promise.resolve(1);`,
    kept: `export const one = async (): Promise<number> => await Promise.resolve(1);`,
  },
  { rule: 'node(no-process-env)', path: 'src/auth/planted.ts', broken: setting('PORT'), kept: setting('PATH') },
  {
    rule: 'eslint(no-console)',
    path: 'src/work/planted.ts',
    broken: `export function greet(): void {\n  console.log('hello');\n}`,
    kept: `export function greet(): string {\n  return 'hello';\n}`,
  },
  {
    rule: 'typescript(consistent-type-imports)',
    path: 'src/page/planted.ts',
    broken: `export type Planted = import('../core/viewer.ts').Viewer;`,
    kept: `import type { Viewer } from '../core/viewer.ts';\nexport type Planted = Viewer;`,
  },
  {
    rule: 'typescript(no-floating-promises)',
    path: 'src/live/planted.ts',
    broken: `export function begin(work: () => Promise<void>): void {\n  work();\n}`,
    kept: `export async function begin(work: () => Promise<void>): Promise<void> {\n  await work();\n}`,
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    path: 'src/v1/planted.ts',
    broken: `export function count(of: 'one' | 'two'): void {\n  switch (of) {\n    case 'one':\n  }\n}`,
    kept: `export function count(of: 'one' | 'two'): void {\n  switch (of) {\n    case 'one':\n    case 'two':\n  }\n}`,
  },
  {
    rule: 'typescript(no-misused-promises)',
    path: 'src/work/planted-promise.ts',
    broken: `export const odd = (is: () => Promise<boolean>): number => (is() ? 1 : 0);`,
    kept: `export const odd = async (is: () => Promise<boolean>): Promise<number> => ((await is()) ? 1 : 0);`,
  },
];
