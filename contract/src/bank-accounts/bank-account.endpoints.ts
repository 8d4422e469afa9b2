import { defineEndpoint } from '../endpoint.ts'
import { fileNameHeader } from '../platform/file-name.rules.ts'
import { either } from '../roles.ts'
import { bankAccount } from './bank-account.entity.ts'
import { decideRoles, documentLimits } from './bank-account.rules.ts'
import type * as schemas from './bank-account.schemas.ts'

const of = { area: 'bank_account', module: 'collecting' } as const
const command = { ...of, method: 'POST', changes: ['bank_account'] } as const
/** The merchant's people, and those of the provider who decide. */
const prove = either(bankAccount.roles.update, decideRoles)

export const createBankAccountEndpoint = defineEndpoint<typeof schemas.createBankAccountSchemas>()({
  ...command,
  name: 'create-bank-account',
  path: '/v1/bankaccount',
  summary: 'Add a bank account; the bank is asked whether the name fits the IBAN',
  description: 'It is usable 72 hours later at the earliest, once the provider has verified it.',
  access: bankAccount.roles.create,
  personOnly: true,
  needsFreshFactor: true,
  status: 201,
  refusals: ['bank_account_exists', 'too_many_bank_accounts', 'limit_reached'],
})

/** The payment profiles that are paid to the old account follow at once. */
export const replaceBankAccountEndpoint = defineEndpoint<typeof schemas.replaceBankAccountSchemas>()({
  ...command,
  name: 'replace-bank-account',
  path: '/v1/bankaccount/:id/replace',
  summary: 'Put another account, or another name, in the place of a bank account',
  description: 'The answer is the new account. Nothing is paid to it within 72 hours, nor before it is verified.',
  access: bankAccount.roles.update,
  personOnly: true,
  needsFreshFactor: true,
  status: 201,
  refusals: [
    'bank_account_over',
    'bank_account_exists',
    'currency_mismatch',
    'too_many_bank_accounts',
    'limit_reached',
  ],
  changes: ['bank_account', 'payment_profile'],
})

export const disableBankAccountEndpoint = defineEndpoint<typeof schemas.disableBankAccountSchemas>()({
  ...command,
  name: 'disable-bank-account',
  path: '/v1/bankaccount/:id/disable',
  summary: 'Disable a bank account that nothing is paid to',
  access: bankAccount.roles.update,
  personOnly: true,
  refusals: ['bank_account_over', 'bank_account_in_use'],
})

/** The answer is stored nowhere; the fact that somebody read it is recorded. */
export const revealBankAccountEndpoint = defineEndpoint<typeof schemas.revealBankAccountSchemas>()({
  ...command,
  name: 'reveal-bank-account',
  path: '/v1/bankaccount/:id/reveal',
  summary: 'Read the whole IBAN of a bank account; the reading is recorded',
  access: prove,
  personOnly: true,
  isSecret: true,
  keepsNoAnswer: 'reads',
})

export const checkBankAccountNameEndpoint = defineEndpoint<typeof schemas.checkBankAccountNameSchemas>()({
  ...command,
  name: 'check-bank-account-name',
  path: '/v1/bankaccount/:id/namecheck',
  summary: 'Ask the bank again whether the name fits the IBAN',
  access: decideRoles,
  personOnly: true,
  refusals: ['bank_account_over'],
})

export const verifyBankAccountEndpoint = defineEndpoint<typeof schemas.verifyBankAccountSchemas>()({
  ...command,
  name: 'verify-bank-account',
  path: '/v1/bankaccount/:id/verify',
  summary: 'Verify a bank account by its documents and the name check',
  description: 'Another person than the one who added it, and than those who handed in its documents.',
  access: decideRoles,
  personOnly: true,
  refusals: ['bank_account_not_pending', 'same_person', 'name_check_failed'],
})

export const rejectBankAccountEndpoint = defineEndpoint<typeof schemas.rejectBankAccountSchemas>()({
  ...command,
  name: 'reject-bank-account',
  path: '/v1/bankaccount/:id/reject',
  summary: 'Reject a bank account, with the reason for the merchant',
  access: decideRoles,
  personOnly: true,
  refusals: ['bank_account_over'],
})

export const listBankAccountDocumentsEndpoint = defineEndpoint<typeof schemas.listBankAccountDocumentsSchemas>()({
  ...of,
  name: 'list-bank-account-documents',
  method: 'GET',
  path: '/v1/bankaccount/:id/document',
  summary: 'List the documents that prove a bank account',
  access: bankAccount.roles.list,
})

export const readBankAccountDocumentEndpoint = defineEndpoint<typeof schemas.readBankAccountDocumentSchemas>()({
  ...of,
  name: 'read-bank-account-document',
  method: 'GET',
  path: '/v1/bankaccount/:id/document/:document',
  summary: 'Get a document of a bank account; the reading is recorded',
  access: prove,
  personOnly: true,
  gives: 'file',
})

export const addBankAccountDocumentEndpoint = defineEndpoint<typeof schemas.addBankAccountDocumentSchemas>()({
  ...command,
  name: 'add-bank-account-document',
  path: '/v1/bankaccount/:id/document',
  summary: 'Add a document that proves a bank account: PDF, JPEG or PNG, as the body',
  description: `The header ${fileNameHeader} has the name of the file, percent-encoded. With its first document the account waits for the provider.`,
  access: prove,
  personOnly: true,
  takes: { kind: 'file', bytes: documentLimits.bytes },
  status: 201,
  refusals: ['document_refused', 'documents_full', 'bank_account_decided', 'bank_account_exists'],
})

export const removeBankAccountDocumentEndpoint = defineEndpoint<typeof schemas.removeBankAccountDocumentSchemas>()({
  ...of,
  name: 'remove-bank-account-document',
  method: 'DELETE',
  path: '/v1/bankaccount/:id/document/:document',
  summary: 'Remove a document from a bank account about which nobody has decided',
  access: prove,
  personOnly: true,
  status: 204,
  refusals: ['bank_account_decided'],
  changes: ['bank_account'],
})

export const listBankAccountReadingsEndpoint = defineEndpoint<typeof schemas.listBankAccountReadingsSchemas>()({
  ...of,
  name: 'list-bank-account-readings',
  method: 'GET',
  path: '/v1/bankaccount/:id/reading',
  summary: 'List who read the whole IBAN or a document of a bank account',
  access: prove,
})

/** What the link of a mail about a changed account is about. Reading it changes nothing: programs open links of mails, too. */
export const getAlarmEndpoint = defineEndpoint<typeof schemas.getAlarmSchemas>()({
  ...of,
  name: 'get-bank-account-alarm',
  method: 'GET',
  path: '/v1/bankaccountalarm/:token',
  summary: 'See which change of a bank account a link is about',
  access: 'anyone',
  refusals: ['alarm_over'],
})

export const raiseAlarmEndpoint = defineEndpoint<typeof schemas.raiseAlarmSchemas>()({
  ...of,
  name: 'raise-bank-account-alarm',
  method: 'POST',
  path: '/v1/bankaccountalarm/:token',
  summary: 'Say that a change of a bank account was not yours: all payouts of the merchant stop',
  access: 'anyone',
  status: 204,
  refusals: ['alarm_over'],
})
