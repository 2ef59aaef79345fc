import { expect, test } from 'vitest';
import { chooseGateway, gatewayNamed, type Gateways } from '../../src/providers/gateways.ts';
import { noGateways } from '../support/no-gateways.ts';

const simulated = { name: 'simulated', mode: 'test' } as Gateways['simulated'];
const stripe = { name: 'stripe', mode: 'live' } as Gateways['stripe'];

test('a test seller never moves real money', () => {
  expect(chooseGateway({ ...noGateways, simulated, stripe }, 'test')).toBe(simulated);
});

test('a live seller holds money through Stripe', () => {
  expect(chooseGateway({ ...noGateways, simulated, stripe }, 'live')).toBe(stripe);
});

test('a live seller without Stripe is refused, and never simulated', () => {
  expect(() => chooseGateway({ ...noGateways, simulated }, 'live')).toThrow(
    expect.objectContaining({ code: 'payments_unavailable' }),
  );
});

test('money that Stripe holds is nobody else’s to release', () => {
  expect(gatewayNamed({ ...noGateways, simulated, stripe }, 'stripe')).toBe(stripe);
  expect(() => gatewayNamed({ ...noGateways, simulated }, 'stripe')).toThrow(/stripe, which is not configured/);
});
