import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Queryable } from './database.ts'
import { Refused } from './payments/refused.ts'
import type { Services } from './services.ts'

export interface Account {
  name: string
  /** Replies say only that a request was received, and references live only for a time. */
  is_told_later: boolean
}

/** What the API key of an account begins with that is told later, as the callers of most real gateways are. */
export const toldLaterPrefix = 'later_'

const name = z.string().regex(/^[\w.-]{1,100}$/)

const account = z.strictObject({
  api_key: z.string().min(8).max(200),
  notification_url: z.url({ protocol: /^https?$/ }).max(2000),
  notification_secret: z.string().max(200).refine(isSecret, 'whsec_ and base64'),
})

/** Open to everyone, because this is a sandbox: everybody who can reach it can make an account. */
export function accountRoutes(app: FastifyInstance, { db }: Services) {
  app.put<{ Params: { account: string } }>('/v1/accounts/:account', async (request) => {
    const id = name.parse(request.params.account)
    const { api_key, notification_url, notification_secret } = account.parse(request.body)
    const taken = await db.query('select from account where api_key_hash = $1 and name <> $2', [hash(api_key), id])
    if (taken.rowCount) throw new Refused(409, 'api_key_taken', 'Another account has this API key')
    await db.query(
      `insert into account (name, api_key_hash, notification_url, notification_secret, is_told_later)
       values ($1, $2, $3, $4, $5)
       on conflict (name) do update
         set api_key_hash = $2, notification_url = $3, notification_secret = $4, is_told_later = $5`,
      [id, hash(api_key), notification_url, notification_secret, api_key.startsWith(toldLaterPrefix)],
    )
    return { account: id, notification_url }
  })

  app.get('/v1/account', async (request) => ({ account: (await accountOf(db, request)).name }))
}

export async function accountOf(db: Queryable, request: FastifyRequest): Promise<Account> {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (key !== undefined) {
    const found = 'select name, is_told_later from account where api_key_hash = $1'
    const { rows } = await db.query<Account>(found, [hash(key)])
    if (rows[0]) return rows[0]
  }
  throw new Refused(401, 'unauthorized', 'Send an API key that the sandbox knows: Authorization: Bearer <api key>')
}

const hash = (apiKey: string) => createHash('sha256').update(apiKey).digest()

function isSecret(secret: string) {
  try {
    new Webhook(secret)
    return true
  } catch {
    return false
  }
}
