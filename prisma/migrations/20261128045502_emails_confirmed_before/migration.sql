-- An address that a message has reached stays in use. All others wait for their confirmation. Events, and messages with them, are deleted
-- after a while, but the row of the address stays.
-- Safe: a seller changes the own profile a few times a year, and the update ends within a second.
UPDATE "seller_profiles" p SET confirmed_email = p.email
WHERE EXISTS (
  SELECT FROM mail_addresses d WHERE d.seller_id = p.seller_id AND d.address = p.email AND d.bounced_at IS NULL
    AND (d.confirmed_at IS NOT NULL
      OR EXISTS (SELECT FROM messages m WHERE m.seller_id = p.seller_id AND m.address = p.email AND m.state = 'sent')
      OR NOT EXISTS (SELECT FROM messages m WHERE m.seller_id = p.seller_id AND m.address = p.email)));
