import { expect, test } from 'vitest';
import { chooseGateway, gatewayNamed, type Gateways } from '../../src/providers/gateways.ts';

const simulated = { name: 'simulated', mode: 'test' } as Gateways['simulated'];
const stripe = { name: 'stripe', mode: 'live' } as Gateways['stripe'];

test('a test seller never moves real money', () => {
  expect(chooseGateway({ simulated, stripe }, 'test')).toBe(simulated);
});

test('a live seller holds money through Stripe', () => {
  expect(chooseGateway({ simulated, stripe }, 'live')).toBe(stripe);
});

test('a live seller without Stripe is refused, and never simulated', () => {
  expect(() => chooseGateway({ simulated, stripe: null }, 'live')).toThrow(
    expect.objectContaining({ code: 'payments_unavailable' }),
  );
});

test('money that Stripe holds is nobody else’s to release', () => {
  expect(gatewayNamed({ simulated, stripe }, 'stripe')).toBe(stripe);
  expect(() => gatewayNamed({ simulated, stripe: null }, 'stripe')).toThrow(/stripe, which is not configured/);
});
