-- The two roles of the database: novacore_owner makes and changes tables, for migrations; novacore_server reads and writes
-- rows, for the server. Run as a superuser, in an empty database or in one that has tables already:
--   DB_OWNER_PASSWORD=… DB_SERVER_PASSWORD=… psql -v ON_ERROR_STOP=1 -f deploy/roles.sql --dbname=novacore
-- It may be run again, also while servers run, and then sets the passwords anew.
\set owner_password `printf %s "$DB_OWNER_PASSWORD"`
\set server_password `printf %s "$DB_SERVER_PASSWORD"`

-- An empty one would clear the role's password.
SELECT '' IN (:'owner_password', :'server_password') AS lacks_password \gset
\if :lacks_password
  DO $$ BEGIN RAISE 'Set DB_OWNER_PASSWORD and DB_SERVER_PASSWORD. Nothing was changed.'; END $$;
  \quit
\endif

SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['novacore_owner', 'novacore_server']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE novacore_owner LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD :'owner_password';
ALTER ROLE novacore_server LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD :'server_password';

-- A server that runs as the former owner goes on: it gets the rights of novacore_server before it loses its own.
BEGIN;
-- No temporary tables: one named like a table would be read by the triggers that guard it.
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC, novacore_server', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO novacore_server', current_database()) \gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC, novacore_server;
GRANT USAGE ON SCHEMA public TO novacore_server;
-- No TRUNCATE and no TRIGGER: both would get past the guards.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM novacore_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO novacore_server;
SELECT format('GRANT novacore_server TO %I', rolname) FROM pg_roles
  WHERE rolname NOT IN ('novacore_owner', 'novacore_server') AND NOT rolsuper
    AND oid IN (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') \gexec
COMMIT;

-- Tables that another role made belong to the owner from now on. While a table's lock is awaited, others wait too.
SET lock_timeout = '3s';
SELECT format('ALTER DATABASE %I OWNER TO novacore_owner', current_database()) \gexec
ALTER SCHEMA public OWNER TO novacore_owner;
SELECT format('ALTER TABLE %s OWNER TO novacore_owner', oid::regclass) FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relowner <> 'novacore_owner'::regrole \gexec
SELECT format('ALTER FUNCTION %s OWNER TO novacore_owner', oid::regprocedure) FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace \gexec
SELECT format('ALTER TYPE %s OWNER TO novacore_owner', oid::regtype) FROM pg_type
  WHERE typnamespace = 'public'::regnamespace AND typtype = 'e' \gexec
ALTER DEFAULT PRIVILEGES FOR ROLE novacore_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO novacore_server;
