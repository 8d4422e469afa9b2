import type { ImportType } from '@kontor/contract/imports/import.rules'
import type { ImportKind } from './batch.ts'
import { customerImport } from './customers/import-customers.ts'
import { transactionImport } from './transactions/transaction-import.ts'

export const importKinds: Readonly<Record<ImportType, ImportKind>> = {
  customer: customerImport,
  transaction: transactionImport,
}
