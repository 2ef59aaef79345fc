import { expect, test } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';

const all = {
  STRIPE_SECRET_KEY: 'sk_live_verysecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_verysecret',
};

test('Stripe is not configured unless it is asked for', () => {
  expect(readConfig({}).stripe).toBeNull();
});

test('Stripe is configured with all three', () => {
  expect(readConfig(all).stripe).toEqual({
    secretKey: 'sk_live_verysecret',
    publishableKey: 'pk_live_1',
    webhookSecrets: ['whsec_verysecret'],
    apiBase: null,
  });
  expect(readConfig({ ...all, STRIPE_API_BASE: 'http://127.0.0.1:4010' }).stripe?.apiBase).toBe(
    'http://127.0.0.1:4010',
  );
});

test.each([...Object.keys(all), 'STRIPE_API_BASE'])('%s alone is a fault that names those missing', (name) => {
  const env = { [name]: { ...all, STRIPE_API_BASE: 'http://127.0.0.1:4010' }[name] };
  const missing = Object.keys(all).filter((needed) => needed !== name);
  for (const other of missing) expect(() => readConfig(env)).toThrow(`${other}= must be set too`);
});

test('a fault does not tell the secret', () => {
  const faulty = {
    ...all,
    STRIPE_SECRET_KEY: 'verysecret',
    STRIPE_WEBHOOK_SECRET: 'verysecret',
    STRIPE_API_BASE: 'http://localhost/v1',
  };
  expect(() => readConfig(faulty)).toThrow(
    expect.objectContaining({
      message: [
        'The configuration has faults:',
        '  STRIPE_SECRET_KEY=*** must start with sk_live_, rk_live_, sk_test_ or rk_test_',
        '  STRIPE_WEBHOOK_SECRET=*** must start with whsec_',
        '  STRIPE_API_BASE=http://localhost/v1 must be a URL without a path',
      ].join('\n'),
    }),
  );
});

const modes = ['live', 'test'] as const;

test.each(
  modes.flatMap((mode) =>
    modes.flatMap((modeOfPage) => [true, false].map((isSandbox) => ({ mode, modeOfPage, isSandbox }))),
  ),
)('starts only where keys and setting agree whether money moves: %o', ({ mode, modeOfPage, isSandbox }) => {
  for (const prefix of ['sk', 'rk']) {
    const start = () =>
      readConfig({
        ...all,
        STRIPE_SECRET_KEY: `${prefix}_${mode}_1`,
        STRIPE_PUBLISHABLE_KEY: `pk_${modeOfPage}_1`,
        PROVIDER_SANDBOX: String(isSandbox),
      });
    if (mode !== modeOfPage) expect(start).toThrow('STRIPE_PUBLISHABLE_KEY=*** must be of the mode of');
    else if (mode === 'test' && !isSandbox) expect(start).toThrow('set PROVIDER_SANDBOX=true');
    else if (mode === 'live' && isSandbox) expect(start).toThrow('PROVIDER_SANDBOX=true must go with test keys');
    else expect(start().providerSandbox).toBe(isSandbox);
  }
});

test('several webhook secrets stand with commas between them, and each is checked', () => {
  const secretsOf = (text: string) => readConfig({ ...all, STRIPE_WEBHOOK_SECRET: text }).stripe?.webhookSecrets;
  expect(secretsOf('whsec_old, whsec_new')).toEqual(['whsec_old', 'whsec_new']);
  expect(() => secretsOf('whsec_old,other')).toThrow('STRIPE_WEBHOOK_SECRET=*** must start with whsec_');
});

test.each(['0', '15001', '1.5', 'soon'])('a payment provider is not given %s ms to answer', (value) => {
  expect(() => readConfig({ PAYMENT_TIMEOUT_MS: value })).toThrow('PAYMENT_TIMEOUT_MS');
});

test.each(['1', '15000'])('a payment provider may be given %s ms to answer', (value) => {
  expect(readConfig({ PAYMENT_TIMEOUT_MS: value }).paymentTimeoutMs).toBe(Number(value));
});

test.each([
  ['5', 5],
  ['100', 100],
])('%s calls a second are as many as Stripe may get', (text, calls) => {
  expect(readConfig({}).stripeCallsPerSecond).toBe(25);
  expect(readConfig({ STRIPE_CALLS_PER_SECOND: text }).stripeCallsPerSecond).toBe(calls);
});

test.each(['4', '10001', 'many'])('%s calls a second are a fault', (text) => {
  expect(() => readConfig({ STRIPE_CALLS_PER_SECOND: text })).toThrow('must be from 5 to 10000');
});

test('the operator is paid, and keeps no fee, unless the settings say otherwise', () => {
  expect(readConfig({})).toMatchObject({
    paymentAccounts: 'operator',
    sellerFee: { basisPoints: 0, fixedInCents: 0 },
  });
  const settings = { PAYMENT_ACCOUNTS: 'connected', SELLER_FEE_BASIS_POINTS: '5000', SELLER_FEE_FIXED_CENTS: '10000' };
  expect(readConfig(settings)).toMatchObject({
    paymentAccounts: 'connected',
    sellerFee: { basisPoints: 5_000, fixedInCents: 10_000 },
  });
});

test.each([
  [{ PAYMENT_ACCOUNTS: 'sellers' }, 'must be one of operator, connected'],
  [{ SELLER_FEE_BASIS_POINTS: '5001' }, 'must be from 0 to 5000'],
  [{ SELLER_FEE_BASIS_POINTS: '2.5' }, 'must be from 0 to 5000'],
  [{ SELLER_FEE_FIXED_CENTS: '10001' }, 'must be from 0 to 10000'],
  [{ SELLER_FEE_FIXED_CENTS: '-1' }, 'must be from 0 to 10000'],
])('%o is a fault', (settings, words) => {
  expect(() => readConfig(settings)).toThrow(words);
});
