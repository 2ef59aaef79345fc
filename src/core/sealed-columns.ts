/** The owner for whom the key of the links in messages is sealed, in the place of a seller. */
export const ownerOfLinkKey = 'links of messages';

/** Every column with sealed secrets, and SQL of the owner for whom each is sealed. */
export const sealedColumns = [
  { table: 'webhook_endpoints', id: 'endpoint_id', column: 'secret', owner: 'seller_id::text' },
  { table: 'webhook_endpoints', id: 'endpoint_id', column: 'previous_secret', owner: 'seller_id::text' },
  { table: 'bidder_signing', id: 'seller_id', column: 'secret', owner: 'seller_id::text' },
  { table: 'bidder_signing', id: 'seller_id', column: 'previous_secret', owner: 'seller_id::text' },
  { table: 'link_keys', id: 'link_key_id', column: 'secret', owner: `'${ownerOfLinkKey}'` },
] as const;
