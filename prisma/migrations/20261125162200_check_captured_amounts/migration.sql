-- Reads the table while it is in use; no row can break the constraints.
ALTER TABLE "authorizations"
    VALIDATE CONSTRAINT "authorizations_final_is_closed",
    VALIDATE CONSTRAINT "authorizations_open_is_due",
    VALIDATE CONSTRAINT "authorizations_captured_within_value",
    VALIDATE CONSTRAINT "authorizations_captured_outside_amount";
