import fc from 'fast-check';
import { usualSeed } from './depth.ts';

// For every `fc.assert`, which prints the seed and the path of what fails.
if (usualSeed !== undefined) fc.configureGlobal({ seed: usualSeed });
