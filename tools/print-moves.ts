import { bidsWords } from '../src/auctions/bids/bid-words.ts';
import { type ProviderRefusalCode, providerRefusals } from '../src/payments/providers/failure-code.ts';
import { moves } from '../src/payments/holds/move-authorization.ts';
import { conditions, type FollowUp, type Rule, table } from '../src/payments/holds/move-for.ts';
import { declineCodes, otherDeclines } from '../src/payments/providers/stripe/code-of-decline.ts';

const followUps: Record<FollowUp, string> = {
  nothing: 'nothing: the books and the provider agree',
  comparison: 'nothing: the comparison of the books lists it for a person',
  bid: 'write the bid, or swap the hold of a renewal',
  challenge: 'wait for the bidder',
  release: 'cancel the payment at once',
  search: 'a worker searches the payment and cancels it',
  again: 'ask again after 4 s, at last every minute',
  account: 'request the capture again after a quarter of the time waited, from 1 min to 1 h',
  win: 'complete the auction: the bid wins',
  next_bid: 'see the hold cancelled, then ask the next bid',
  reversals: 'read what went back to the bidder: then this bid is asked, or the next one',
  operator: 'refund at the provider, or an operator decides',
};

type PrintedRule = Rule & { readonly if?: keyof typeof conditions };
type Row = Readonly<Record<string, readonly PrintedRule[]>>;

const rows = Object.entries<Row>(table);

/** Groups names whose values are the same, in the order in which they come. */
function grouped<Value>(entries: readonly (readonly [string, Value])[]): [names: string[], value: Value][] {
  const groups = Map.groupBy(entries, ([, value]) => JSON.stringify(value));
  return [...groups.values()].map((group) => [group.map(([name]) => name), group[0]![1]]);
}

/** Draws which observation moves an authorization from one state to another. */
function picture(): string {
  const arrows = rows.flatMap(([from, row]) =>
    Object.entries(row).flatMap(([outcome, rules]) =>
      rules.flatMap(({ move }) => (move === null ? [] : [{ arrow: `${from} --> ${moves[move].to}`, outcome }])),
    ),
  );
  const lines = [...Map.groupBy(arrows, ({ arrow }) => arrow)].map(
    ([arrow, drawn]) => `  ${arrow}: ${[...new Set(drawn.map(({ outcome }) => outcome))].join(', ')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

function cellsOf({ if: condition, move, code, next, event }: PrintedRule): string {
  const reason = code === undefined ? '' : code === 'theirs' ? ', with its code' : `, \`${code}\``;
  const recorded = event === undefined ? '' : `; event \`${event}\``;
  const when = condition === undefined ? '' : conditions[condition].words;
  return `${when} | ${move === null ? `stays${reason}` : `\`${move}\`${reason}`} | ${followUps[next]}${recorded}`;
}

function tableOfMoves(): string {
  const lines = grouped(rows).flatMap(([states, row]) =>
    grouped(Object.entries(row)).flatMap(([outcomes, rules], group) =>
      rules.map((rule, index) => {
        const state = group === 0 && index === 0 ? states.map((name) => `\`${name}\``).join(', ') : '';
        return `| ${state} | ${index === 0 ? outcomes.join(', ') : ''} | ${cellsOf(rule)} |`;
      }),
    ),
  );
  return ['| State | Known of the payment | If | Move | Then |', '|---|---|---|---|---|', ...lines].join('\n');
}

function tableOfRefusals(): string {
  const ofStripe = Map.groupBy(Object.entries(declineCodes), ([, code]) => code);
  const lines = Object.entries(providerRefusals).map(([name, refusal]) => {
    const code = name as ProviderRefusalCode;
    const named = (ofStripe.get(code as never) ?? []).map(([stripes]) => `\`${stripes}\``).join(', ');
    const theirs = code === otherDeclines ? 'every other code' : named;
    const mayPass = 'isTransient' in refusal ? 'for 10 min' : '';
    const asksForCard = 'asksForCard' in refusal ? 'yes' : '';
    return `| \`${code}\` | ${refusal.fault} | ${mayPass} | ${asksForCard} | ${bidsWords.en.failures[code]} | ${theirs} |`;
  });
  return [
    '| Code | Fault | Tried again | The form asks for a card | The bidder reads | Codes of Stripe |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

const begin = '<!-- Written by `npm run print:schema`, from src/payments/holds/move-for.ts and failure-code.ts. -->';
const end = '<!-- End of what is written. -->';

/** Puts the moves of authorizations, as the code has them, into the text of a document, between its marks. */
export function withPrintedMoves(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The document lacks the line ${begin} or ${end}`);
  const printed = [begin, picture(), tableOfMoves(), tableOfRefusals(), end].join('\n\n');
  return before + printed + after;
}
