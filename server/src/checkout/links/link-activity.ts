import type { LinkActivity } from '@kontor/contract/checkout/link-activity'
import { linkActivity } from '@kontor/contract/checkout/link-activity'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Reader, type Trx } from '../../platform/db/database.ts'
import { idOf, requireRole } from '../../platform/http/entity-routes.ts'
import { type AnyRow, getRow, type Source } from '../../platform/rows/list.ts'
import type { CheckoutServices } from '../checkout-routes.ts'
import { checkoutAddress } from '../token.ts'
import type { LinkTable } from './locked-link.ts'

/** What a link's row does not hold: its address, for copying, and what happened to it. */
export function linkDetails(app: FastifyInstance, services: CheckoutServices, table: LinkTable, source: Source): void {
  const { entity } = source
  const path = `/v1/${entity.resource}/:id`
  const seen = async (request: FastifyRequest, read: (trx: Trx, row: AnyRow, actor: Actor) => Promise<unknown>) => {
    const actor = await services.authenticate(request)
    requireRole(actor, entity.roles.list)
    return inTransaction(services.databases, actor, async (trx) => {
      const row = await getRow(source, trx, actor, idOf(request))
      if (!row) throw new Refusal('not_found')
      return read(trx, row, actor)
    })
  }
  const described = (summary: string, reply: typeof linkAddress | typeof linkActivity) => ({
    schema: { tags: [entity.name], summary, response: { 200: reply, '4xx': problemSchema } },
  })

  app.get(`${path}/address`, described('The address of its page', linkAddress), (request) =>
    seen(request, async (_trx, { id }) => ({ url: checkoutAddress(services, { kind: table, id }) })),
  )
  app.get(`${path}/activity`, described('What happened to it', linkActivity), (request) =>
    seen(request, (trx, row) => activityOf(trx, table, String(row.merchant), row.id)),
  )
}

const most = 500

async function activityOf(db: Reader, table: LinkTable, merchant: string, id: string): Promise<LinkActivity> {
  const { rows } = await sql<LinkActivity[number]>`
    select id::text, at, kind, detail, transaction_id as transaction, actor_kind, actor_name from link_event
    where merchant_id = ${merchant} and ${sql.ref(`${table}_id`)} = ${id} order by link_event.id limit ${most}`.execute(
    db,
  )
  return rows
}
