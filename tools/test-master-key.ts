/** One key for all tests on a PostgreSQL: its roles have one password, which is derived from the key. */
export const testMasterKey = Buffer.from('kontor-tests-only-32-byte-secret').toString('base64')
