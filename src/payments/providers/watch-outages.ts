import type { Logger } from 'pino';
import { outageLog } from '../../core/outage.ts';
import type { Gateway } from './gateway.ts';
import type { Gateways } from './gateways.ts';

/** Logs once when a payment provider gives no clear answers, and once when it answers again. */
export function watchOutages(gateways: Gateways, log: Logger): Gateways {
  return Object.fromEntries(
    Object.entries(gateways).map(([name, gateway]) => [name, gateway === null ? null : watched(gateway, log)]),
  ) as Gateways;
}

function watched(gateway: Gateway, log: Logger): Gateway {
  const meanwhile = 'Bids that it does not answer are refused, and captures and releases are tried again.';
  const outage = outageLog(log, `The payment provider ${gateway.name}`, meanwhile);
  return new Proxy(gateway, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        const answering: unknown = method.apply(target, args);
        if (answering instanceof Promise) answering.then(note, () => undefined);
        return answering;
      };
    },
  });

  function note(answer: { readonly outcome?: string; readonly reason?: string } | undefined): void {
    if (answer?.outcome === 'unknown') outage.failed(new Error(answer.reason));
    else outage.worked();
  }
}
