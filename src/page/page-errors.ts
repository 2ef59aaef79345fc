import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isOutage } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';
import type { PageDeps } from './page-deps.ts';
import { sendMessage } from './send-page.ts';

/** Says in plain words what went wrong, and what it means for a form that was just sent. */
export function pageErrors(deps: PageDeps): ErrorHandler {
  return (error, c) => {
    if (error instanceof Refusal && error.code === 'auction_not_found') {
      return sendMessage(c, deps, {
        status: 404,
        heading: 'There is no such auction',
        detail: 'Check the link that you were given: a part of it may be missing.',
      });
    }
    if (error instanceof HTTPException && error.status === 403) {
      return sendMessage(c, deps, {
        status: 403,
        heading: 'This form came from another site',
        detail: 'Open the auction yourself, and bid there. Nothing has been held on your card.',
      });
    }
    deps.log.error({ err: error }, 'A page could not be rendered.');
    const isDown = isOutage(error);
    c.header('retry-after', '5');
    return sendMessage(c, deps, {
      status: isDown ? 503 : 500,
      heading: isDown ? 'We cannot show this right now' : 'Something went wrong on our side',
      detail:
        'Please try again in a moment. Bids that you have placed are safe. If you have just sent one, open the auction again: it shows whether that bid was placed.',
    });
  };
}
