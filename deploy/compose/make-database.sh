#!/bin/sh
# Makes the role that owns the database, and the database, once, when PostgreSQL's folder is empty.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/owner_password)" <<'SQL'
create role kontor login createrole password :'password';
create database kontor owner kontor;
SQL
