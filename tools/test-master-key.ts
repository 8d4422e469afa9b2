/** One for all that tests do on a PostgreSQL: its roles have one password. */
export const testMasterKey = Buffer.from('kontor-tests-only-32-byte-secret').toString('base64')
