-- CreateTable
CREATE TABLE "known_networks" (
    "user_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_networks_pkey" PRIMARY KEY ("user_id","network","browser")
);

-- CreateTable
CREATE TABLE "sign_ins" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "way" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "known_networks_last_at_idx" ON "known_networks"("last_at");

-- CreateIndex
CREATE INDEX "sign_ins_user_id_at_idx" ON "sign_ins"("user_id", "at");

-- AddForeignKey
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
