/**
 * The side whose fault a reply of a mail server names. `recipient`: the address takes nothing. `sender`: the operator's server, domain, account or
 * message is refused, which says nothing about the address. `passing`: neither; the same message may be taken later.
 */
export type ReplyFault = 'recipient' | 'sender' | 'passing';

/** A reply that refuses a message. */
interface Reply {
  readonly code: number;
  readonly text: string;
  /** The reply is to the address alone, and not to the sender, the connection or the message. */
  readonly isToRecipient: boolean;
}

const namesSender =
  /\bsender\b|\brelay(?:ing|ed)?\b(?! recipient)|\b(?:black|block|deny)[ -]?list(?:ed|s)?\b|\bblocked\b|spamhaus|\brbl\b|\bdnsbl\b|barracuda|\bspam\b|reputation|\bspf\b|\bdkim\b|\bdmarc\b|\bunauthenticated\b|not authori[sz]ed|reverse dns|\bptr\b/i;

const namesRecipient =
  /\b(?:user|mailbox|recipient|account|address)\b[^.;]{0,40}\b(?:unknown|unavailable|not found|not exist|disabled|inactive|invalid|rejected|does(?:n.t| not) (?:have|exist))\b|\b(?:no such|unknown|invalid) (?:user|mailbox|recipient|account|address)\b/i;

/** https://www.iana.org/assignments/smtp-enhanced-status-codes: what each says, where the text does not say otherwise. */
const faults: readonly (readonly [code: RegExp, fault: ReplyFault])[] = [
  // A mailbox or domain that does not exist, has moved or is disabled.
  [/^5\.1\.(?:1|2|3|6|10)$|^5\.2\.1$/, 'recipient'],
  [/^5\.1\.[78]$|^5\.7\./, 'sender'],
];

/** A mailbox that is full, or a route that is broken. */
const passes = /^5\.[24]\./;

const enhancedCode = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const anAddress = /\S+@\S+/g;

/**
 * Reads whose fault a reply names. An address is given up for a code or for words that name it: a winner must not go without a message
 * because the server of the operator is on a block list.
 */
export function faultOfReply({ code, text, isToRecipient }: Reply): ReplyFault {
  if (code < 500) return 'passing';
  const words = text.replaceAll(anAddress, '');
  if (namesSender.test(words)) return 'sender';
  const enhanced = enhancedCode.exec(words)?.[0];
  const known = faults.find(([pattern]) => enhanced !== undefined && pattern.test(enhanced));
  if (known !== undefined) return known[1];
  if (isToRecipient && namesRecipient.test(words)) return 'recipient';
  if (enhanced !== undefined) return passes.test(enhanced) ? 'passing' : 'sender';
  return isToRecipient && [550, 551, 553].includes(code) ? 'recipient' : 'sender';
}
