import { namesNobody, newBidderIdInput } from '../../core/text-input.ts';

/** A parameter of an address, as often as it was given. */
export type Parameter = readonly [name: string, value: string];

/** Why nobody can bid through a link. */
type LinkFault =
  | { readonly code: 'misspelt'; readonly name: string; readonly meant: string }
  | {
      readonly code: 'bidderTwice' | 'unfilledBidder' | 'faultyBidder' | 'signatureTwice' | 'signatureAlone';
    };

/** The bidder as the seller has put it into the link. */
export interface BidderOfUrl {
  /** `null`: nobody was named; the bidder goes by the e-mail. */
  readonly bidderId: string | null;
  /** Unchanged; `null`: the link is not signed. */
  readonly signature: string | null;
  /** `null`: the link is good. */
  readonly fault: LinkFault | null;
  /** The parameters that were meant for the bidder, as they came, so that a faulty link stays faulty from page to page. */
  readonly parameters: readonly Parameter[];
}

/** Reads the bidder from the parameters of an address, of which a misspelt one would be ignored silently. */
export function bidderOfUrl(query: readonly Parameter[]): BidderOfUrl {
  const parameters = query.filter(([name]) => meantBy(name) !== null);
  const valuesOf = (wanted: string) => parameters.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [bidderIds, signatures] = [valuesOf('bidderId'), valuesOf('signature')];
  const [bidderId = null] = bidderIds;
  const [signature = null] = signatures;
  const faultIf = (isFaulty: boolean, code: Exclude<LinkFault['code'], 'misspelt'>) => (isFaulty ? { code } : null);
  const fault =
    misspelt(parameters) ??
    faultIf(bidderIds.length > 1, 'bidderTwice') ??
    faultIf(bidderId !== null && namesNobody(bidderId), 'unfilledBidder') ??
    faultIf(bidderId !== null && !newBidderIdInput.safeParse(bidderId).success, 'faultyBidder') ??
    faultIf(signatures.length > 1, 'signatureTwice') ??
    faultIf(signature !== null && bidderId === null, 'signatureAlone');
  return fault === null
    ? { bidderId, signature, fault, parameters }
    : { bidderId: null, signature: null, fault, parameters };
}

function misspelt(parameters: readonly Parameter[]): LinkFault | null {
  for (const [name] of parameters) {
    const meant = meantBy(name)!;
    if (meant !== name) return { code: 'misspelt', name, meant };
  }
  return null;
}

/** @returns the parameter about the bidder that a name was meant to be; `null`: none of them */
function meantBy(name: string): 'bidderId' | 'signature' | null {
  // `bid` is a parameter of its own.
  if (lettersOf(name) === 'bidder' || isNear(name, 'bidderid')) return 'bidderId';
  return isNear(name, 'signature') ? 'signature' : null;
}

/** Written otherwise, or with a letter missing, doubled or wrong. */
function isNear(name: string, wanted: string): boolean {
  return editDistance(lettersOf(name), wanted) <= 2;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Levenshtein's: how many letters have to be put in, taken out or changed. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
