import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ClientGone, clientGoneStatus } from '../core/client-gone.ts';
import { isOutage, refusalOf } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';
import { setRefusalCode } from '../core/request-context.ts';
import type { PageDeps } from './page-deps.ts';
import { sendMessage } from './send-page.ts';

/** Says in plain words what went wrong, and what it means for a form that was just sent. */
export function pageErrors(deps: PageDeps): ErrorHandler {
  return (error, c) => {
    if (error instanceof ClientGone) return new Response(null, { status: clientGoneStatus });
    setRefusalCode(error instanceof HTTPException ? 'cross_site_form' : refusalOf(error).code);
    if (error instanceof Refusal && error.code === 'auction_not_found') {
      return sendMessage(c, deps, { status: 404, message: 'noSuchAuction' });
    }
    if (error instanceof HTTPException && error.status === 403) {
      return sendMessage(c, deps, { status: 403, message: 'foreignForm' });
    }
    deps.log.error({ err: error }, 'A page could not be rendered.');
    const isDown = isOutage(error);
    c.header('retry-after', '5');
    return sendMessage(c, deps, { status: isDown ? 503 : 500, message: isDown ? 'outage' : 'bug' });
  };
}
