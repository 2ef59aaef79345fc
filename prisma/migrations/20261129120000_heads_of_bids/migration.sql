-- The head after the line of a bid, as one statement may write several bids on an auction: their lines are the last ones.
-- Safe: the function has the same name, and a process of the version before calls it without a bid.
DROP FUNCTION "transcript_head"(UUID);

CREATE FUNCTION "transcript_head"("of_auction" UUID, "bid" UUID DEFAULT NULL) RETURNS JSONB LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT jsonb_build_object('position', l."position", 'hash', encode(sha256(convert_to(l."line", 'UTF8')), 'hex'))
        FROM "transcript_lines" l
        WHERE l."auction_id" = "of_auction" AND ("bid" IS NULL OR strpos(l."line", '"bidId":"' || "bid" || '"') > 0)
        ORDER BY l."position" DESC LIMIT 1);
END
$$;
