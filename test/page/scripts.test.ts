import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

// A module whose text gives one name to two things is refused before it runs. One that is sound runs, and misses the browser.
test.each(['/auctions/page.js', '/auctions/transcript.js', '/seller/seller.js'])(
  'the modules that %s joins share no name',
  async (path) => {
    const { text } = await service.request(path);
    expect(text).not.toMatch(/^(?:import|export) /m);
    const run = import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
    await expect(run).rejects.toThrow('document is not defined');
  },
);
