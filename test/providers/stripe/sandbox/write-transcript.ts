import Stripe from 'stripe';
import { withoutSecrets } from '../../../../src/operations/start/make-log.ts';
import { differing, type Played } from './play-steps.ts';

/**
 * Writes what was played, in Markdown.
 *
 * @param ofStandIn the same steps, played against the stand-in
 * @param server the host of Stripe's API that was played against
 */
export function writeTranscript(
  ofStripe: readonly Played[],
  { ofStandIn, server, day }: { ofStandIn: readonly Played[]; server: string; day: string },
): string {
  const differences = new Map(differing(ofStripe, ofStandIn));
  const count = (result: Played['result']) => ofStripe.filter((played) => played.result === result).length;
  const rows = ofStripe.map((played) => {
    const { step, result } = played;
    return `| ${step.name} | ${result} | ${differences.has(played) ? 'answers otherwise' : ''} |`;
  });
  const text = [
    `# Stripe's sandbox on ${day}`,
    '',
    `\`npm run deep -- stripe:sandbox\` against ${server}, with version ${Stripe.API_VERSION} of its API and version ${Stripe.PACKAGE_VERSION} of its package.`,
    `${ofStripe.length} steps: ${count('as expected')} as expected, ${count('not as expected')} not as expected, ${count('left out')} left out.`,
    `The stand-in of the tests answers ${differences.size} of them otherwise.`,
    '',
    'In the answers, `…` stands for a name or an address that differs from run to run, and an instant is given in days.',
    'A hold that lapses is not played: it takes seven days.',
    '',
    '| Step | Stripe | The stand-in |',
    '|---|---|---|',
    ...rows,
    ...ofStripe.flatMap((played) => describe(played, differences.get(played) ?? null)),
    '',
  ].join('\n');
  return withoutSecrets(text);
}

function describe({ step, result, answers, reason }: Played, otherwise: Played | null): string[] {
  return [
    '',
    `## ${step.name}`,
    '',
    step.does,
    `Expected: ${step.expects}`,
    '',
    `Stripe: ${result}.${reason === null ? '' : ` ${reason}`}`,
    ...(answers === null ? [] : ['', ...asJson(answers)]),
    ...(otherwise === null ? [] : ['', 'The stand-in answers:', '', ...asJson(otherwise.answers)]),
  ];
}

function asJson(value: unknown): string[] {
  return ['```json', JSON.stringify(value, null, 2), '```'];
}
