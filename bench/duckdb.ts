import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { root } from '../tools/root.ts'
import type { World } from './world.ts'

const version = '1.5.6-r.1'
const folder = join(root, 'data/bench-duckdb')
const columns =
  'merchant_id, organisation_id, created_at, amount, currency_code, status, visited, payment_product, country_code, processor_id, platform, browser, customer_id'

export interface Columnar {
  run(text: string): Promise<unknown>
  close(): Promise<void>
}

interface Connection {
  run(text: string): Promise<unknown>
  runAndReadAll(text: string): Promise<{ getRows(): unknown[] }>
  closeSync(): void
}

/** The same rows in DuckDB, as the yardstick of columnar stores. npm fetches it at its first use. */
export async function openColumnar({ sql }: World): Promise<Columnar> {
  install()
  const file = join(folder, 'transactions.csv')
  await pipeline(
    sql.query(copyTo(`copy (select ${columns} from transaction) to stdout with (format csv, header)`)),
    createWriteStream(file),
  )
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api') as {
    DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
  }
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`set threads = 2; set timezone = 'UTC'`)
  await connection.run(`create table transaction as select * from read_csv('${file}', header = true)`)
  rmSync(file)
  return {
    run: async (text) => (await connection.runAndReadAll(text)).getRows(),
    close: async () => connection.closeSync(),
  }
}

function install(): void {
  if (existsSync(join(folder, 'node_modules/@duckdb/node-api'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@duckdb/node-api': version } }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}
