import type { ReplyOf } from '@kontor/contract/endpoint'
import { ledgerBalanceEndpoint, pspLedgerBalanceEndpoint } from '@kontor/contract/ledger/ledger.endpoints'
import { ledgerBalanceSchemas, pspLedgerBalanceSchemas } from '@kontor/contract/ledger/ledger.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { onWire } from '../platform/sums.ts'
import { ledgerBalance } from './ledger-balance.ts'
import { pspLedgerBalance } from './psp-ledger-balance.ts'

export function ledgerRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, ledgerBalanceEndpoint, ledgerBalanceSchemas, async (trx, { actor }) =>
    onWire<ReplyOf<typeof ledgerBalanceEndpoint>>(await ledgerBalance(trx, actor)),
  )
  route(app, services, pspLedgerBalanceEndpoint, pspLedgerBalanceSchemas, async (trx) =>
    onWire<ReplyOf<typeof pspLedgerBalanceEndpoint>>(await pspLedgerBalance(trx)),
  )
}
