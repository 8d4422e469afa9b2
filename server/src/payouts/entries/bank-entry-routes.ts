import * as endpoints from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import * as schemas from '@kontor/contract/payouts/entries/bank-entry.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { type Call, route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { bankEntrySource } from './bank-entry.rows.ts'
import { decideBankEntry } from './decide-bank-entry.ts'
import { getReceipts } from './get-receipts.ts'
import { matchBankEntry } from './match-bank-entry.ts'

/** What the bank booked on the provider's accounts, and what people say of it. */
export function bankEntryRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, bankEntrySource)
  const entry = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(bankEntrySource, trx, actor, id))
  route(app, services, endpoints.getReceiptsEndpoint, schemas.getReceiptsSchemas, (trx, { id }) => getReceipts(trx, id))
  route(
    app,
    services,
    endpoints.matchBankEntryEndpoint,
    schemas.matchBankEntrySchemas,
    entry((trx, { actor, id, body, now }: Call<typeof endpoints.matchBankEntryEndpoint>) =>
      matchBankEntry(trx, actor, id, body, now),
    ),
  )
  route(
    app,
    services,
    endpoints.decideBankEntryEndpoint,
    schemas.decideBankEntrySchemas,
    entry((trx, { actor, id, body, now }: Call<typeof endpoints.decideBankEntryEndpoint>) =>
      decideBankEntry(trx, actor, id, body, now),
    ),
  )
}
