import { describe, expect, test } from 'vitest';
import { faultOfWebhookUrl } from '../../src/webhooks/receiver.ts';

const strict = { webhookAllowLoopback: false };
const lenient = { webhookAllowLoopback: true };

describe.each([
  ['a live seller', strict, 'live'],
  ['a live seller, whatever the setting,', lenient, 'live'],
  ['a test seller without the setting', strict, 'test'],
] as const)('%s', (_, config, mode) => {
  test.each([
    'https://example.com/hooks',
    'https://example.com:8443/hooks?tenant=7',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://localhost.example.com/',
  ])('may use %s', (url) => {
    expect(faultOfWebhookUrl(config, mode, url)).toBeNull();
  });

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://LOCALHOST:3000/',
    'https://localhost./',
    'https://api.localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
    'example.com',
  ])('may not use %s', (url) => {
    expect(faultOfWebhookUrl(config, mode, url)).toMatch(/^Must .*\.$/);
  });
});

describe('a test seller with the setting', () => {
  test.each(['http://localhost:3000/', 'http://127.0.0.1/', 'https://[::1]:8443/', 'http://example.com/'])(
    'may use %s',
    (url) => {
      expect(faultOfWebhookUrl(lenient, 'test', url)).toBeNull();
    },
  );

  test.each([
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://169.254.169.254/',
    'http://a:b@localhost/',
    'ws://localhost/',
  ])('may not use %s', (url) => {
    expect(faultOfWebhookUrl(lenient, 'test', url)).not.toBeNull();
  });
});
