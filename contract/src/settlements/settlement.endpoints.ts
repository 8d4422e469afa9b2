import { defineEndpoint } from '../endpoint.ts'
import { entityEndpoints } from '../entity-endpoints.ts'
import { pspSettlement } from './settlement.entity.ts'
import type * as schemas from './settlement.schemas.ts'
import { settlementTransfer } from './settlement-transfer.entity.ts'

const { roles } = pspSettlement
const shared = { area: 'psp_settlement', module: 'collecting', changes: ['settlement', 'psp_settlement'] } as const
const reading = { area: 'settlement' } as const

/** The transfers of a settlement, of which the sum is its total. */
const transfers = entityEndpoints(settlementTransfer)
export const listSettlementTransfersEndpoint = { ...transfers.list, ...reading, name: 'list-settlement-transfers' }
export const countSettlementTransfersEndpoint = { ...transfers.count, ...reading, name: 'count-settlement-transfers' }
export const totalSettlementTransfersEndpoint = { ...transfers.totals, ...reading, name: 'total-settlement-transfers' }
export const exportSettlementTransfersEndpoint = {
  ...transfers.export,
  ...reading,
  name: 'export-settlement-transfers',
}

export const settlementLinesEndpoint = defineEndpoint<typeof schemas.settlementLinesSchemas>()({
  ...reading,
  name: 'list-settlement-lines-by-kind',
  method: 'GET',
  path: '/v1/settlement/:id/line',
  summary: 'List what a settlement consists of, per kind of transfer',
  access: settlementTransfer.roles.list,
  module: 'collecting',
})

export const exportSettlementStatementEndpoint = defineEndpoint<typeof schemas.exportSettlementStatementSchemas>()({
  ...reading,
  name: 'export-settlement-statement',
  method: 'GET',
  path: '/v1/settlement/:id/camt053',
  summary: 'Download a settlement as camt.053, which bookkeeping programs read',
  access: settlementTransfer.roles.list,
  module: 'collecting',
  gives: 'file',
})

export const exportSettlementDetailsEndpoint = defineEndpoint<typeof schemas.exportSettlementDetailsSchemas>()({
  ...reading,
  name: 'export-settlement-details',
  method: 'GET',
  path: '/v1/settlement/:id/details',
  summary:
    'Download a settlement with the columns of Adyen’s settlement details report, which bookkeeping programs read',
  access: settlementTransfer.roles.list,
  module: 'collecting',
  gives: 'file',
})

/** Whoever asks again gets nothing twice: a business day is settled once. */
export const runSettlementsEndpoint = defineEndpoint<typeof schemas.runSettlementsSchemas>()({
  ...shared,
  name: 'run-settlements',
  method: 'POST',
  path: '/v1/psp/settlement/run',
  summary: 'Close the settlements that are due; the engine does the same by itself',
  access: roles.update,
  withoutTransaction: true,
})

export const holdSettlementEndpoint = defineEndpoint<typeof schemas.holdSettlementSchemas>()({
  ...shared,
  name: 'hold-settlement',
  method: 'POST',
  path: '/v1/psp/settlement/:id/hold',
  summary: 'Keep a settlement from being paid out, with a reason',
  access: roles.update,
  refusals: ['settlement_not_closed'],
})

export const releaseSettlementEndpoint = defineEndpoint<typeof schemas.releaseSettlementSchemas>()({
  ...shared,
  name: 'release-settlement',
  method: 'POST',
  path: '/v1/psp/settlement/:id/release',
  summary: 'Let a settlement be paid out',
  access: roles.update,
  refusals: ['settlement_not_on_hold', 'settlement_profile_on_hold'],
})

export const mailSettlementEndpoint = defineEndpoint<typeof schemas.mailSettlementSchemas>()({
  ...shared,
  name: 'mail-settlement',
  method: 'POST',
  path: '/v1/psp/settlement/:id/mail',
  summary: 'Mail a settlement to the recipients of its profile once more',
  access: roles.update,
  refusals: ['settlement_without_recipients', 'too_many_attempts'],
})
