-- The trail of an order begins with its row, whatever inserts it. A server of the release before inserts both in one
-- statement: the row that is there already stays.
CREATE FUNCTION "begin_trail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_transitions" ("order_id", "to_status", "cause") VALUES (NEW.id, NEW.status, 'created')
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "orders_begin_trail" AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION "begin_trail"();
