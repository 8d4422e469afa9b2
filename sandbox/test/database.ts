import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own for one test file, in the cluster that the test runner started. */
export async function createDatabase() {
  const admin = process.env.KONTOR_TEST_DATABASE_URL
  if (!admin) throw new Error('KONTOR_TEST_DATABASE_URL is not set: run the tests by npm test')
  const name = `sandbox_test_${randomBytes(6).toString('hex')}`
  // The files are copied: to write the pages one by one, as PostgreSQL does by itself, takes three times as long.
  await run(admin, `create database ${name} strategy file_copy`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(admin, `drop database if exists ${name} with (force)`) }
}

async function run(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
