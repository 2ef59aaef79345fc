import path from 'node:path';

/** Where the service that runs on this data folder answers; absent until it does. */
export function addressFile(dataDir: string): string {
  return path.join(dataDir, 'service-address');
}

/** The API key of the seeded test seller, readable to this user alone. */
export function testSellerKeyFile(dataDir: string): string {
  return path.join(dataDir, 'test-seller-key');
}
