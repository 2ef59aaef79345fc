import type { SellerMode } from '../../../platform/db/generated/enums.ts';
import { enumInCapitals } from './enum-of.ts';

export const SellerModeEnum = enumInCapitals<SellerMode>(
  'SellerMode',
  'The mode of a seller: real or simulated money.',
  {
    live: 'Real money, and real time.',
    test: 'Simulated payments, and a clock that can be advanced.',
  },
);
