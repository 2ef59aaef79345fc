#!/usr/bin/env bash
# Puts a copy that backup.sh has made in the place of the database. The present database is kept next to it, under another name.
#
#   restore.sh FILE
set -euo pipefail
file=$(realpath "${1:?Usage: restore.sh FILE}")
cd "$(dirname "$0")/../.."

former=auction_before_$(date --utc +%Y%m%d%H%M%S)
in_postgres() { docker compose exec -T postgres "$@"; }
sql() { in_postgres psql --username=auction --quiet --set=ON_ERROR_STOP=1 --single-transaction "$@"; }

# All of it is there before the service stops.
in_postgres dropdb --username=auction --if-exists --force auction_restored
in_postgres createdb --username=auction --template=template0 auction_restored
in_postgres pg_restore --username=auction --dbname=auction_restored --no-owner --exit-on-error < "$file"
# The positions in the feed of events are numbers of transactions, which are another server's.
sql --dbname=auction_restored --command='update webhook_events set transaction_id = 0'

# The service comes back in any case, with the one database or the other.
trap 'docker compose up --detach' EXIT
docker compose stop api worker
sql --dbname=postgres --command="alter database auction rename to $former" \
  --command='alter database auction_restored rename to auction'
echo "Restored. The database from before is $former: drop it when you need it no more."
echo 'No auction is settled until a worker has compared the books with the payments at the providers.'
