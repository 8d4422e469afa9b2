import { defineEndpoint } from '../endpoint.ts'
import { processorSettlement } from '../processors/processor-settlement.entity.ts'
import type * as schemas from './reconciliation.schemas.ts'

const { roles } = processorSettlement
const shared = { area: 'processor_settlement', module: 'collecting' } as const
const changing = { ...shared, changes: ['processor_settlement'] } as const

export const listDifferencesEndpoint = defineEndpoint<typeof schemas.listDifferencesSchemas>()({
  ...shared,
  name: 'list-differences',
  method: 'GET',
  path: '/v1/processorsettlement/:id/difference',
  summary: 'List what differs between the files of a processor settlement and the ledger',
  access: roles.list,
})

/** Beside the list of processor settlements: what is open, and for how long. */
export const differenceAgeingEndpoint = defineEndpoint<typeof schemas.differenceAgeingSchemas>()({
  ...shared,
  name: 'get-difference-ageing',
  method: 'GET',
  path: '/v1/processorsettlement/ageing',
  summary: 'Count and add up open differences by processor settlement, currency and age',
  access: roles.list,
})

export const resolveDifferenceEndpoint = defineEndpoint<typeof schemas.resolveDifferenceSchemas>()({
  ...changing,
  name: 'resolve-difference',
  method: 'POST',
  path: '/v1/processorsettlement/:id/difference/:difference/resolve',
  summary: 'Decide what becomes of a difference, with a reason',
  description: 'Above 50.00 nobody writes off alone: it stays open until another person approves it.',
  access: roles.update,
  // Who wrote it off is asked at its approval; behind a program may be anybody.
  personOnly: true,
  refusals: ['difference_over', 'difference_not_linkable', 'line_matched'],
})

export const approveWriteOffEndpoint = defineEndpoint<typeof schemas.approveWriteOffSchemas>()({
  ...changing,
  name: 'approve-write-off',
  method: 'POST',
  path: '/v1/processorsettlement/:id/difference/:difference/approve',
  summary: 'Write off what another person wants to write off',
  access: roles.update,
  personOnly: true,
  refusals: ['difference_over', 'same_person'],
})

export const listChargedCostsEndpoint = defineEndpoint<typeof schemas.listChargedCostsSchemas>()({
  ...shared,
  name: 'list-charged-costs',
  method: 'GET',
  path: '/v1/processorsettlement/:id/cost',
  summary: 'Get the fees that a processor charged beside those that were expected, per line of the cost scheme',
  access: roles.list,
})

export const closeSettlementFileEndpoint = defineEndpoint<typeof schemas.closeSettlementFileSchemas>()({
  ...changing,
  name: 'close-settlement-file',
  method: 'POST',
  path: '/v1/processorsettlement/:id/file/:file/close',
  summary: 'Close a file of which everything is decided and whose net amount arrived at the bank',
  access: roles.update,
  personOnly: true,
  refusals: ['file_not_decided', 'file_closed', 'not_net_of_file'],
})
