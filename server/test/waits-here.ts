/** The locks that somebody waits for in this database. Others of the cluster belong to tests that run beside. */
export const waitsHere = `select from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`
