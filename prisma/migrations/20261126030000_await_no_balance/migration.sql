-- A query checks the books from here on, and no auction waits for its balance. The version before then records no more balances, and needs
-- none. It still writes "auction_balances" and "unbalanced_auctions" where payments change: both tables, and the function "await_balance",
-- are dropped a version later.
DROP TRIGGER "await_balance" ON "auctions";
