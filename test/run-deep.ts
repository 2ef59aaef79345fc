// `npm run deep -- HARNESS …`: each harness is a program of its own, and ends with how many passed and failed.
const harnesses: Record<string, [file: string, does: string]> = {
  mutants: ['mutants/run-mutants.ts', 'breaks rules one by one; the tests must notice'],
  model: ['model/run-model.ts', 'plays random auctions against a simple model of the rules'],
  'planted-bugs': ['model/run-planted-bugs.ts', 'plants bugs in the paths of money and time; the model must find each'],
  fuzz: ['fuzz/run-fuzz.ts', 'sends generated requests, valid and broken; rest or graphql: to one of them'],
  faults: [
    'faults/run-faults.ts',
    'kills processes at every crash point; pairs: at every pair of them; provider; database',
  ],
  rolling: ['rolling/run-rolling.ts', 'replaces and kills processes under load'],
  'follow-docs': ['docs/run-follow-docs.ts', 'follows the guides and the README word for word, in a fresh clone'],
  'stripe:sandbox': ['providers/stripe/sandbox/run-sandbox.ts', 'plays all that the service asks of Stripe'],
  'check:docker': ['image/check-image.ts', 'follows the Dockerfile and the guide to one server'],
};

const [name = ''] = process.argv.splice(2, 1);
const harness = Object.hasOwn(harnesses, name) ? harnesses[name] : undefined;
if (harness !== undefined) {
  await import(`./${harness[0]}`);
} else {
  const list = Object.entries(harnesses).map(([each, [, does]]) => `  ${each.padEnd(15)} ${does}`);
  console.log(['Usage: npm run deep -- HARNESS …', '', ...list].join('\n'));
  process.exitCode = name === '' ? 0 : 1;
}
