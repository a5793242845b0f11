-- When to ask next follows from how long an order has stood where it stands.
ALTER TABLE "orders" DROP COLUMN "checks";
