/**
 * The points between two effects at which a process may die while money is at stake, or a message. A test kills a real process at
 * each of them; in production they do nothing.
 */
export const crashPoints = [
  'bid: intent recorded',
  'bid: card asked',
  'bid: reference recorded',
  'bid: given up',
  'bid: challenge recorded',
  'bid: hold recorded',
  'bid: committed',
  'bid: refused',
  'settle: capture recorded',
  'settle: capture recorded again',
  'settle: provider answered',
  'settle: inside the transaction',
  'settle: capture applied',
  'settle: late capture adopted',
  'release: claimed',
  'release: payment found',
  'release: payment adopted',
  'release: provider answered',
  'release: recorded',
  'resolve: payment found',
  'resolve: payment adopted',
  'resolve: payment read',
  'payment: observation recorded',
  'renew: intent recorded',
  'renew: provider answered',
  'renew: hold recorded',
  'renew: refused',
  'renew: inside the transaction',
  'renew: hold swapped',
  'cancel: committed',
  'card: deleted',
  'refund: claimed',
  'refund: provider answered',
  'refund: inside the transaction',
  'refund: refusal recorded',
  'capture outside: inside the transaction',
  'event: payment read',
  'event: payment adopted',
  'messages: inside the transaction',
  'messages: claimed',
  'messages: sent',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

let reached: (point: CrashPoint) => void = () => undefined;

export function crashPoint(point: CrashPoint): void {
  reached(point);
}

/** For tests: what happens at each crash point of this process. */
export function atCrashPoints(action: (point: CrashPoint) => void): void {
  reached = action;
}
