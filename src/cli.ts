// `npm run -s cli -- COMMAND …`: each command is a program of its own, in src/operations/commands/. Those of sellers are in packages/client/, which the service hands out.

const programs: Record<string, [file: string, does: string]> = {
  keys: ['./operations/commands/keys.ts', 'issues, lists, revokes and rotates API keys'],
  doctor: [
    './operations/commands/doctor.ts',
    'checks the settings and all that the service depends on; --live: what live payments need, too',
  ],
  backup: ['./operations/commands/backup.ts', 'copies the embedded database into a folder'],
  restore: ['./operations/commands/restore.ts', 'puts such a copy in the place of the embedded database'],
  reconcile: [
    './operations/commands/reconcile.ts',
    'compares the books with the payment providers; --repair does what is safe',
  ],
  tail: ['../packages/client/seller.ts', 'prints each request that is made with a key'],
  listen: ['../packages/client/seller.ts', 'prints events as they happen, or posts them to a receiver'],
  trigger: ['../packages/client/seller.ts', 'plays an auction on the test clock until an event happens'],
  bid: ['../packages/client/seller.ts', 'places bids through the auction page'],
};
const ofSellers = '../packages/client/seller.ts';

const [command = '--help'] = process.argv.slice(2);
const program = Object.hasOwn(programs, command) ? programs[command] : undefined;
if (program !== undefined) {
  const [file] = program;
  // A program of one command reads what follows that command.
  if (file !== ofSellers) process.argv.splice(2, 1);
  await import(file);
} else {
  const list = Object.entries(programs).map(([name, [, does]]) => `  ${name.padEnd(10)} ${does}`);
  const usage = ['Usage: npm run -s cli -- COMMAND …', '', ...list, '', 'COMMAND --help says more.'].join('\n');
  const isAsked = command === '--help' || command === 'help';
  (isAsked ? console.log : console.error)(isAsked ? usage : `There is no command "${command}".\n\n${usage}`);
  process.exitCode = isAsked ? 0 : 1;
}
