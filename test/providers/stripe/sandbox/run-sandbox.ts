// `npm run deep -- stripe:sandbox`: plays with a test key of Stripe all that the service asks of Stripe, and says what the stand-in of
// the tests answers otherwise. Without STRIPE_SECRET_KEY the stand-in alone is played. docs/operations/stripe-sandbox.md
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CannotStart } from '../../../../src/core/cannot-start.ts';
import { runCommand } from '../../../../src/operations/start/run-command.ts';
import { startPersonsBank } from './persons-bank.ts';
import { differing, type Played, playSteps } from './play-steps.ts';
import { listenForEvents } from './read-events.ts';
import { connectSandbox, startStandInSandbox } from './sandbox.ts';
import { writeTranscript } from './write-transcript.ts';

const operations = path.resolve(import.meta.dirname, '../../../../docs/operations');

await runCommand(async () => {
  const { values } = parseArgs({
    options: { write: { type: 'string' }, account: { type: 'string' }, listen: { type: 'string' } },
  });
  const {
    STRIPE_SECRET_KEY: secretKey = '',
    STRIPE_PUBLISHABLE_KEY: publishableKey = '',
    STRIPE_WEBHOOK_SECRET: webhookSecret = '',
    STRIPE_API_BASE: apiBase = null,
  } = process.env;
  if (secretKey !== '' && !/^[sr]k_test_/.test(secretKey)) {
    throw new CannotStart('STRIPE_SECRET_KEY is not a test key (sk_test_… or rk_test_…): this would move real money.');
  }
  if (values.listen !== undefined && webhookSecret === '') {
    throw new CannotStart('Set STRIPE_WEBHOOK_SECRET to the signing secret that "stripe listen" prints.');
  }

  await using closing = new AsyncDisposableStack();
  console.log('The stand-in of the tests');
  const ofStandIn = await playSteps(closing.use(await startStandInSandbox()), tell);
  if (secretKey === '') {
    console.log('\nSTRIPE_SECRET_KEY is not set: Stripe itself was not asked.');
    return judge(ofStandIn);
  }

  const hasPerson = process.stdin.isTTY && publishableKey !== '';
  const bank = hasPerson ? closing.use(await startPersonsBank({ publishableKey, tell: console.log })) : null;
  const listener =
    values.listen === undefined
      ? null
      : closing.use(await listenForEvents({ port: Number(values.listen), secret: webhookSecret }));
  const server = new URL(apiBase ?? 'https://api.stripe.com').host;
  console.log(`\n${server}`);
  const sandbox = connectSandbox(
    { secretKey, apiBase },
    {
      account: values.account ?? null,
      ...(bank !== null && { answerBank: bank.answerBank }),
      ...(listener !== null && { events: listener }),
    },
  );
  const ofStripe = await playSteps(sandbox, tell);
  for (const [{ step }] of differing(ofStripe, ofStandIn)) console.log(`The stand-in answers otherwise: ${step.name}.`);

  const day = new Date().toISOString().slice(0, 10);
  // A dated page stands for Stripe itself: what another address has answered is written only where that is asked for.
  const file = values.write ?? (apiBase === null ? path.join(operations, `stripe-sandbox-${day}.md`) : null);
  if (file !== null) {
    await writeFile(file, writeTranscript(ofStripe, { ofStandIn, server, day }));
    console.log(`\nWritten to ${file}.`);
  }
  judge(ofStripe);
});

function tell({ step, result, answers, reason }: Played): void {
  const mark = { 'as expected': 'ok    ', 'not as expected': 'FAILED', 'left out': 'left  ' }[result];
  console.log(`${mark}  ${step.name}${reason === null ? '' : `: ${reason}`}`);
  if (result === 'not as expected' && answers !== null) console.log(`        ${JSON.stringify(answers)}`);
}

function judge(played: readonly Played[]): void {
  const withResult = (result: Played['result']) => played.filter((each) => each.result === result);
  const unexpected = withResult('not as expected');
  const [expected, leftOut] = [withResult('as expected').length, withResult('left out').length];
  console.log(`\n${expected} steps as expected, ${unexpected.length} not as expected, ${leftOut} left out.`);
  if (unexpected.length > 0) {
    throw new CannotStart(`Not as expected: ${unexpected.map(({ step }) => step.name).join(', ')}.`);
  }
}
