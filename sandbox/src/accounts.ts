import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Queryable } from './database.ts'
import { Refused } from './payments/refused.ts'
import type { Services } from './services.ts'

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
      `insert into account (name, api_key_hash, notification_url, notification_secret) values ($1, $2, $3, $4)
       on conflict (name) do update set api_key_hash = $2, notification_url = $3, notification_secret = $4`,
      [id, hash(api_key), notification_url, notification_secret],
    )
    return { account: id, notification_url }
  })

  app.get('/v1/account', async (request) => ({ account: await accountOf(db, request) }))
}

export async function accountOf(db: Queryable, request: FastifyRequest): Promise<string> {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (key !== undefined) {
    const { rows } = await db.query<{ name: string }>('select name from account where api_key_hash = $1', [hash(key)])
    if (rows[0]) return rows[0].name
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
