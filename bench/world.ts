import { join } from 'node:path'
import pg from 'pg'
import { demoPassword } from '../server/src/demo/users.ts'
import { root } from '../tools/root.ts'
import { startStack } from '../tools/run/stack.ts'

/**
 * An instance with the given number of transactions, a caller for the provider and one for the largest merchant, and a
 * plain SQL connection.
 */
export interface World {
  rows: number
  /** Seconds from nothing to a usable demo; undefined when this run did not load it. */
  loaded_s: number | undefined
  dataDir: string
  url: string
  adminUrl: string
  masterKey: string
  provider: Caller
  merchant: Caller & { id: string }
  /** Connected as the owner of the database: without row-level security. */
  sql: pg.Client
  serverPid: () => number | undefined
  postgresPid: () => number | undefined
  stop(): Promise<void>
}

export interface Caller {
  cookie: string
  get<T>(path: string): Promise<T>
}

export async function openWorld(rows: number, log: (line: string) => void): Promise<World> {
  const began = Date.now()
  let isLoaded = false
  const dataDir = join(root, 'data', `bench-${rows}`)
  const stack = await startStack({
    dataDir,
    demo: { transactions: rows },
    log: (line) => {
      isLoaded ||= line.startsWith('loaded the demo')
      log(line)
    },
  })
  const loaded_s = isLoaded ? (Date.now() - began) / 1000 : undefined
  const sql = new pg.Client({ connectionString: stack.adminUrl, options: '-c timezone=UTC' })
  await sql.connect()
  const provider = await signIn(stack.url, 'psp@kontor.example')
  const owner = await signIn(stack.url, 'owner@bloom.example')
  const { merchant } = await owner.get<{ merchant: string }>('/v1/auth/session')
  return {
    rows,
    loaded_s,
    dataDir,
    url: stack.url,
    adminUrl: stack.adminUrl,
    masterKey: stack.masterKey,
    provider,
    merchant: { ...owner, id: merchant },
    sql,
    serverPid: () => stack.pids().server,
    postgresPid: () => stack.pids().postgres,
    stop: async () => {
      await sql.end()
      await stack.stop()
    },
  }
}

async function signIn(url: string, username: string): Promise<Caller> {
  const reply = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  if (!reply.ok) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return {
    cookie,
    async get<T>(path: string) {
      const response = await fetch(url + path, { headers: { cookie } })
      const body = await response.json()
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
      return body as T
    },
  }
}
