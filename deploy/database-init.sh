#!/bin/sh
# Run by the image of PostgreSQL at its first start, before it listens on the network: makes the site's own role and database.
# The role owns that database and makes the site's three logins; it is no superuser. The image's superuser loses its password, so it
# connects from inside the container alone.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres --dbname=postgres <<'SQL'
create role promissory login createrole nosuperuser password :'password';
create database promissory owner promissory;
alter role postgres password null;
SQL
