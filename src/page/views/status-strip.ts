import { html } from 'hono/html';
import type { BidStatus } from '../bid-status.ts';
import type { Html } from './layout.ts';

/** Whether the bidder is winning, right under the price; empty for a stranger. */
export function statusStrip(status: BidStatus | null): Html {
  if (status === null) return html`<p id="status" hidden></p>`;
  const { label, detail, tone } = status;
  return html`<p id="status" class="strip ${tone}"><b>${label}</b> ${detail}</p>`;
}
