-- "browser_id" is a digest of the browser's cookie, as "digestUuid" of src/core computes it. The version before, which may run beside this one, writes
-- the cookie itself, which is no uuid of version 8.
CREATE FUNCTION "digest_browser"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    digest TEXT := encode(sha256(convert_to('browser ' || NEW."browser_id"::text, 'UTF8')), 'hex');
BEGIN
    NEW."browser_id" := (substr(digest, 1, 12) || '8' || substr(digest, 14, 3) || '8' || substr(digest, 18, 15))::uuid;
    RETURN NEW;
END
$$;

CREATE TRIGGER "digest_browser" BEFORE INSERT OR UPDATE OF "browser_id" ON "authorizations" FOR EACH ROW
    WHEN (substr(NEW."browser_id"::text, 15, 1) <> '8')
    EXECUTE FUNCTION "digest_browser"();
