import { defineEndpoint } from '../endpoint.ts'
import { pspBankAccount } from './psp-bank-account.entity.ts'
import type * as schemas from './psp-bank-account.schemas.ts'

const of = { area: 'psp_bank_account', module: 'collecting', changes: ['psp_bank_account'] } as const

export const createPspBankAccountEndpoint = defineEndpoint<typeof schemas.createPspBankAccountSchemas>()({
  ...of,
  name: 'create-psp-bank-account',
  method: 'POST',
  path: '/v1/psp/bankaccount',
  summary: 'Add a bank account of the provider',
  description: 'The first one of its kind and currency is the default. No merchant can be paid to it.',
  access: pspBankAccount.roles.create,
  personOnly: true,
  needsFreshFactor: true,
  status: 201,
  refusals: ['bank_account_exists'],
})

export const updatePspBankAccountEndpoint = defineEndpoint<typeof schemas.updatePspBankAccountSchemas>()({
  ...of,
  name: 'update-psp-bank-account',
  method: 'POST',
  path: '/v1/psp/bankaccount/:id',
  summary: 'Change the name, the BIC or the use of a bank account of the provider',
  access: pspBankAccount.roles.update,
  personOnly: true,
  needsFreshFactor: true,
})

export const deletePspBankAccountEndpoint = defineEndpoint<typeof schemas.deletePspBankAccountSchemas>()({
  ...of,
  name: 'delete-psp-bank-account',
  method: 'DELETE',
  path: '/v1/psp/bankaccount/:id',
  summary: 'Delete a bank account of the provider that is no default',
  access: pspBankAccount.roles.delete,
  personOnly: true,
  needsFreshFactor: true,
  status: 204,
  refusals: ['bank_account_is_default', 'bank_account_of_invoices'],
})
