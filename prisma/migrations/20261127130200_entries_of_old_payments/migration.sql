-- The servers write in batches what the triggers would have written about the orders from before them.
INSERT INTO "backfills" ("name", "after") SELECT 'book_entries', '00000000-0000-0000-0000-000000000000'
  WHERE EXISTS (SELECT FROM "orders");
