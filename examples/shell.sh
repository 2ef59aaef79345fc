# The commands of the guides. Set KEY to your API key, and load this file with `. ./shell.sh`.

# graphql QUERY [VARIABLES]: sends a query and its variables, and prints the answer.
graphql() {
  curl -sS http://localhost:4000/graphql \
    -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -d '{"query": "'"$(echo "$1" | tr '\n' ' ')"'", "variables": '"${2:-null}"'}'
  echo
}

# advance SECONDS: lets seconds pass on the clock of a test seller.
advance() {
  graphql "mutation { advanceTestClock(input: { bySeconds: $1 }) { clock { now } errors { message } } }"
}

# create TITLE: creates an auction that begins in two minutes and lasts a day. Sets AUCTION_ID and AUCTION_URL.
create() {
  NOW=$(graphql '{ clock { timestamp } }' | grep -o '[0-9]\{10,\}')
  AUCTION=$(curl -sS http://localhost:4000/v1/auctions \
    -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -d '{ "title": "'"$1"'", "minimumBidValueInCents": 5000, "biddingPeriod":
          { "startTimestamp": '$((NOW + 120))', "endTimestamp": '$((NOW + 86520))' } }')
  AUCTION_ID=$(echo "$AUCTION" | grep -o '"auctionId":"[^"]*"' | cut -d '"' -f 4)
  AUCTION_URL=$(echo "$AUCTION" | grep -o '"auctionUrl":"[^"]*"' | cut -d '"' -f 4)
  echo "$AUCTION_URL"
}
