import { mutants } from './mutants.ts';
import { proveMutants } from './prove-mutants.ts';

// Proves that the contract tests notice when a rule of the contract is broken.

process.exitCode = (await proveMutants(mutants, 'test/contract')) ? 0 : 1;
