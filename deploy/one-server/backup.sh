#!/usr/bin/env bash
# Copies the database into a file, and tries the file: restores it into a database next to the real one, and lets doctor look
# at that. Ends with 1 where the copy is none, or doctor finds a fault.
#
#   backup.sh [FOLDER]     BACKUP_DAYS=14: for how many days a copy is kept
set -euo pipefail
umask 077
folder=$(realpath --canonicalize-missing "${1:-/var/backups/auctions}")
cd "$(dirname "$0")/../.."

trial=auction_trial
in_postgres() { docker compose exec -T postgres "$@"; }
drop_trial() { in_postgres dropdb --username=auction --if-exists --force "$trial"; }
count_bids() { in_postgres psql --username=auction --dbname="$1" --tuples-only --no-align --command='select count(*) from bids'; }

mkdir -p "$folder"
file=$folder/auctions-$(date --utc +%Y%m%dT%H%M%SZ).dump
bids=$(count_bids auction)
in_postgres pg_dump --username=auction --format=custom auction > "$file.partial"

trap drop_trial EXIT
drop_trial
in_postgres createdb --username=auction --template=template0 "$trial"
in_postgres pg_restore --username=auction --dbname="$trial" --no-owner --exit-on-error < "$file.partial"
restored=$(count_bids "$trial")
if [ "$restored" -lt "$bids" ]; then
  echo "The copy has $restored bids, and the database had $bids before it: $file.partial" >&2
  exit 1
fi
mv "$file.partial" "$file"
echo "$file can be restored: $(du --human-readable "$file" | cut -f 1), $restored bids."

# Nobody works in the copy, so that what falls due there stays undone.
report=$(docker compose exec -T api sh -c "DATABASE_URL=\${DATABASE_URL%/*}/$trial node src/cli.ts doctor" || true)
echo "$report"
if ! grep --quiet '^ok  *Migrations' <<< "$report" || grep --quiet --perl-regexp '^FAULT *+(?!Due work:)' <<< "$report"; then
  echo 'Doctor finds a fault: the copy is kept, as are the older ones.' >&2
  exit 1
fi

# `auction_last_backup_age_seconds` tells how old it is.
in_postgres psql --username=auction --dbname=auction --quiet \
  --command='insert into backup_marks default values on conflict (mark_id) do update set made_at = excluded.made_at'

find "$folder" -name 'auctions-*.dump*' -mtime "+${BACKUP_DAYS:-14}" -delete
