import { rereadCosts } from './limits.ts';
import type { PageDeps } from './page-deps.ts';
import type { Visit } from './visit.ts';

/**
 * Counts a request that asks the payment provider about the browser's own bid again. A request that finds no bid of the browser
 * asks nobody, and costs what any other costs.
 *
 * @returns 0, or for how many seconds the answer is no
 */
export async function limitReread({ limits }: PageDeps, { browserId }: Visit): Promise<number> {
  return await limits.take('browser', browserId, rereadCosts - 1);
}
