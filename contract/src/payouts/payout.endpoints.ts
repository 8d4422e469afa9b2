import { pspBankAccount } from '../bank-accounts/psp-bank-account.entity.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pspSettlement } from '../settlements/settlement.entity.ts'
import { paymentOrder } from './payment-order.entity.ts'
import { orderRoles, statementLimits } from './payout.rules.ts'
import type * as schemas from './payout.schemas.ts'

const ofSettlement = { area: 'psp_settlement', module: 'collecting' } as const
const changing = { changes: ['settlement', 'psp_settlement', 'payment_order'] } as const
const ofOrder = { area: 'payment_order', module: 'collecting' } as const
const ofBank = { area: 'psp_bank_account', module: 'collecting' } as const
/** Money leaves: a person decides, with a second factor at hand. */
const byPerson = { personOnly: true, needsFreshFactor: true } as const

export const getPayoutEndpoint = defineEndpoint<typeof schemas.getPayoutSchemas>()({
  ...ofSettlement,
  name: 'get-payout',
  method: 'GET',
  path: '/v1/psp/settlement/:id/payout',
  summary: 'See the payout of a settlement, where it goes and what is unusual about it',
  access: pspSettlement.roles.list,
})

export const approvePayoutEndpoint = defineEndpoint<typeof schemas.approvePayoutSchemas>()({
  ...ofSettlement,
  ...changing,
  ...byPerson,
  name: 'approve-payout',
  method: 'POST',
  path: '/v1/psp/settlement/:id/approve',
  summary: 'Approve the payout of a settlement',
  description:
    'Refused for whoever closed it by hand, changed its bank account within 30 days, or wrote a one-off in it. The account is the one of this moment and stays it.',
  access: pspSettlement.roles.update,
  refusals: [
    'settlement_not_closed',
    'settlement_profile_on_hold',
    'same_person',
    'payout_account_missing',
    'payout_account_changed',
    'payout_debited',
    'bank_account_cooling_off',
    'bank_account_not_verified',
  ],
})

/** For one whose account must not be paid to any more. */
export const takeBackPayoutEndpoint = defineEndpoint<typeof schemas.takeBackPayoutSchemas>()({
  ...ofSettlement,
  ...changing,
  personOnly: true,
  name: 'take-back-payout',
  method: 'POST',
  path: '/v1/psp/settlement/:id/takeback',
  summary: 'Take back the approval of a payout that is in no order',
  access: pspSettlement.roles.update,
  refusals: ['payout_not_approved', 'payout_has_left'],
})

export const createPaymentOrderEndpoint = defineEndpoint<typeof schemas.createPaymentOrderSchemas>()({
  ...ofOrder,
  ...changing,
  ...byPerson,
  name: 'create-payment-order',
  method: 'POST',
  path: '/v1/psp/paymentorder',
  summary: 'Put all approved payouts in EUR that are due into an order for the bank',
  description: 'At most 10,000. What must not be paid at this moment, by its account or its profile, is left out.',
  access: paymentOrder.roles.create,
  status: 201,
  refusals: ['payment_order_empty', 'payout_too_large', 'debit_account_missing'],
})

export const approvePaymentOrderEndpoint = defineEndpoint<typeof schemas.approvePaymentOrderSchemas>()({
  ...ofOrder,
  ...changing,
  ...byPerson,
  name: 'approve-payment-order',
  method: 'POST',
  path: '/v1/psp/paymentorder/:id/approve',
  summary: 'Approve an order that somebody else made',
  access: orderRoles,
  refusals: ['payment_order_not_created', 'same_person', 'order_changed'],
})

export const takePaymentOrderFileEndpoint = defineEndpoint<typeof schemas.takePaymentOrderFileSchemas>()({
  ...ofOrder,
  ...changing,
  ...byPerson,
  name: 'take-payment-order-file',
  method: 'POST',
  path: '/v1/psp/paymentorder/:id/file',
  summary: 'Get the file of an approved order for the bank; each time is recorded',
  description: 'The first time its payouts become EXPORTED. Each later time needs a reason.',
  access: orderRoles,
  isSecret: true,
  keepsNoAnswer: 'reads',
  refusals: ['payment_order_not_approved', 'order_changed'],
})

export const withdrawPaymentOrderEndpoint = defineEndpoint<typeof schemas.withdrawPaymentOrderSchemas>()({
  ...ofOrder,
  ...changing,
  ...byPerson,
  name: 'withdraw-payment-order',
  method: 'POST',
  path: '/v1/psp/paymentorder/:id/withdraw',
  summary: 'Withdraw an order of which the bank has carried out nothing',
  description: 'Its payouts are approved again, and part of the next order.',
  access: orderRoles,
  refusals: ['payment_order_over'],
})

export const listPaymentOrderDownloadsEndpoint = defineEndpoint<typeof schemas.listPaymentOrderDownloadsSchemas>()({
  ...ofOrder,
  name: 'list-payment-order-downloads',
  method: 'GET',
  path: '/v1/psp/paymentorder/:id/download',
  summary: 'List who took the file of an order, and why',
  access: paymentOrder.roles.list,
})

export const listBankStatementsEndpoint = defineEndpoint<typeof schemas.listBankStatementsSchemas>()({
  ...ofBank,
  name: 'list-bank-statements',
  method: 'GET',
  path: '/v1/psp/bankaccount/:id/statement',
  summary: 'List the statements of a bank account of the provider, with what bank and ledger have on it',
  access: pspBankAccount.roles.list,
})

export const addBankStatementEndpoint = defineEndpoint<typeof schemas.addBankStatementSchemas>()({
  ...ofBank,
  name: 'add-bank-statement',
  method: 'POST',
  path: '/v1/psp/bankaccount/:id/statement',
  summary: 'Add a statement of the bank: camt.053.001.02 or .08, as the body',
  description: 'All of it counts, or nothing. Payouts, processor settlements and sweeps that it names are booked.',
  access: pspBankAccount.roles.update,
  personOnly: true,
  takes: { kind: 'file', bytes: statementLimits.bytes },
  status: 201,
  refusals: ['statement_unreadable', 'statement_other_account', 'statement_gap', 'file_known', 'ledger_not_open'],
  changes: [
    'psp_bank_account',
    'settlement',
    'psp_settlement',
    'payment_order',
    'bank_account',
    'bank_entry',
    'processor_settlement',
    'client_money_day',
  ],
})

export const listBankEntriesEndpoint = defineEndpoint<typeof schemas.listBankEntriesSchemas>()({
  ...ofBank,
  name: 'list-bank-entries',
  method: 'GET',
  path: '/v1/psp/bankaccount/:id/statement/:statement/entry',
  summary: 'List the entries of a statement',
  access: pspBankAccount.roles.list,
})
