import type { ImportType } from '@kontor/contract/imports/import.rules'
import type { ImportKind } from './batch.ts'
import { cardImport } from './by-command/import-cards.ts'
import { chargebackImport } from './by-command/import-chargebacks.ts'
import { merchantImport } from './by-command/import-merchants.ts'
import { statusUpdateImport } from './by-command/import-status-updates.ts'
import { subscriptionImport } from './by-command/import-subscriptions.ts'
import { customerImport } from './customers/import-customers.ts'
import { transactionImport } from './transactions/transaction-import.ts'

export const importKinds: Readonly<Record<ImportType, ImportKind>> = {
  customer: customerImport,
  card: cardImport,
  transaction: transactionImport,
  chargeback: chargebackImport,
  subscription: subscriptionImport,
  merchant: merchantImport,
  status_update: statusUpdateImport,
}
