import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differences } from '../docs/hold-against.ts';
import { openReaderShell, type ReaderShell } from '../docs/reader-shell.ts';
import { freePort } from '../support/free-port.ts';
import type { Image } from './build-image.ts';
import { startEngineStandIn, writeCommands } from './engine-stand-in.ts';

const root = join(import.meta.dirname, '../..');

/** The fault that `doctor -- --live` finds in the test alone: the name of this machine leads nowhere else. */
const ofThisMachine = 'FAULT   Live: PUBLIC_URL is a public name:';

/**
 * Follows docs/operations/one-server.md word for word, with processes in the place of containers. The commands of a
 * machine that this one is not (`apt-get`, `systemctl`, `docker`) are stand-ins; `bash`, `git`, `curl`, `openssl`, Docker
 * Compose's reading of its files, Caddy, PostgreSQL and its programs are real.
 *
 * @param programs a folder with PostgreSQL's client programs, Caddy and Docker Compose
 */
export async function followOneServer({
  folder,
  image,
  programs,
}: {
  folder: string;
  image: Image;
  programs: string;
}): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const engine = closing.use(await startEngineStandIn({ folder, image, programs }));
  const domain = `localhost:${await freePort()}`;
  const places = {
    'https://git.example.com/auctions.git': root,
    'auctions.example.com': domain,
    '/opt/auctions': join(folder, 'opt-auctions'),
    '/etc/systemd/system': join(folder, 'units'),
    '/var/backups/auctions': join(folder, 'backups'),
  };
  const bin = join(folder, 'one-server-bin');
  await writeCommands(bin, { engine, programs, places });
  const environment = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    CURL_CA_BUNDLE: engine.authority,
  };
  // An upgrade is one block: it backs up, starts the service again and waits for it.
  const shell = closing.use(await openReaderShell(environment, 600_000));
  await shell.paste(`mkdir -p '${places['/etc/systemd/system']}'`);

  try {
    for (const block of await readBlocks()) {
      const restores = block.text.includes('restore.sh');
      if (restores) await createAuction(shell, domain);
      await follow(shell, here(block.text, places), block.shown);
      if (restores) await expectNoAuction(shell, domain);
    }
    await checkProxy(shell, domain);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await readFile(engine.log, 'utf8')}`, { cause: error });
  }
}

interface Block {
  readonly text: string;
  /** What the guide says the commands print; `null`: it does not say. */
  readonly shown: string | null;
}

/** The blocks of commands, each with the block of output that follows. */
async function readBlocks(): Promise<Block[]> {
  const guide = await readFile(join(root, 'docs/operations/one-server.md'), 'utf8');
  const fences = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
    language,
    text: text!,
  }));
  return fences.flatMap(({ language, text }, index) => {
    const next = fences[index + 1];
    return language === 'sh' ? [{ text, shown: next?.language === 'text' ? next.text : null }] : [];
  });
}

function here(text: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((changed, [there, place]) => changed.replaceAll(there, place), text);
}

async function follow(shell: ReaderShell, commands: string, shown: string | null): Promise<void> {
  console.log(commands.trimEnd().replaceAll(/^/gm, '  $ '));
  const { code, stderr } = await shell.paste(commands);
  const printed = shell.printed();
  console.log(printed.replaceAll(/auc_\w+/g, 'auc_…').trimEnd());
  if (shown === null) {
    if (code !== 0) throw new Error(`It ended with ${code}: ${printed}${stderr}`);
    return;
  }
  const faults = printed.split('\n').filter((line) => line.startsWith('FAULT') && !line.startsWith(ofThisMachine));
  const unshown = differences('text', faults.join('\n'), shown);
  const unprinted = differences('text', shown, printed);
  if (unprinted.length + unshown.length > 0) {
    throw new Error(`The guide shows other faults: ${[...unprinted, ...unshown].join('\n')}\n${printed}${stderr}`);
  }
}

/** @returns its page */
async function createAuction(shell: ReaderShell, domain: string): Promise<string> {
  const start = Math.floor(Date.now() / 1000) + 120;
  const body = JSON.stringify({
    title: 'A walnut desk',
    biddingPeriod: { startTimestamp: start, endTimestamp: start + 3_600 },
  });
  await shell.paste(
    `curl --silent --show-error --header "Authorization: Bearer $key" --json '${body}' https://${domain}/v1/auctions`,
  );
  const auctionUrl = /"auctionUrl":"([^"]+)"/.exec(shell.printed())?.[1];
  if (!auctionUrl?.startsWith(`https://${domain}/auctions/`)) throw new Error(`No auction: ${shell.printed()}`);
  return auctionUrl;
}

/** The auction came after the copy, and the key before it. */
async function expectNoAuction(shell: ReaderShell, domain: string): Promise<void> {
  const url = `https://${domain}/v1/auctions`;
  await shell.paste(
    `curl --silent --show-error --retry 30 --retry-all-errors --fail --header "Authorization: Bearer $key" ${url}`,
  );
  if (shell.printed() !== '{"auctions":[]}') throw new Error(`It was not restored: ${shell.printed()}`);
  console.log('The restored database has the key from before the copy, and not the auction from after it.');
}

/** A stream that is open is passed on at once, and the id of a request is not the client's. */
async function checkProxy(shell: ReaderShell, domain: string): Promise<void> {
  const auctionUrl = await createAuction(shell, domain);
  const { code } = await shell.paste(`curl --silent --no-buffer --max-time 5 '${auctionUrl}/events'`);
  if (code !== 28 || shell.printed() === '') throw new Error(`The stream ended with ${code}: ${shell.printed()}`);
  const client = '01999999-0000-7000-8000-000000000000';
  await shell.paste(
    `curl --silent --output /dev/null --dump-header - --header 'X-Request-Id: ${client}' https://${domain}/v1/auctions`,
  );
  const id = /^x-request-id: (\S+)/im.exec(shell.printed())?.[1];
  if (id === undefined || id === client) throw new Error(`The id of a request is the client's: ${shell.printed()}`);
  console.log('Caddy passes a stream on at once, and gives each request an id of its own.');
}
