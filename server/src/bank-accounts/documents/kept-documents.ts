import type { BankAccountDocument } from '@kontor/contract/bank-accounts/bank-account.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import { openBytes } from '../../platform/secrets/sealed.ts'

interface Of {
  merchant_id: string
  id: string
}

/** Where a document belongs: it opens nowhere else. */
export const placeOfDocument = ({ merchant_id, id }: Of) => ({
  merchant: merchant_id,
  record: `bank_account_document/${id}`,
})

/** The documents of an account, without their contents. */
export async function listDocuments(db: Reader, { merchant_id, id }: Of): Promise<BankAccountDocument[]> {
  const rows = await db
    .selectFrom('bank_account_document')
    .select(['id', 'name', 'content_type', 'size', 'created_at', 'created_by'])
    .where('merchant_id', '=', merchant_id)
    .where('bank_account_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // A CHECK constraint allows only these content types.
  return rows as BankAccountDocument[]
}

export async function readDocument(db: Reader, { merchant_id, id }: Of, document: string, masterKey: string) {
  const row = await db
    .selectFrom('bank_account_document as d')
    .innerJoin('bank_account_file as f', (join) =>
      join.onRef('f.merchant_id', '=', 'd.merchant_id').onRef('f.document_id', '=', 'd.id'),
    )
    .select(['d.name', 'd.content_type', 'f.content'])
    .where('d.merchant_id', '=', merchant_id)
    .where('d.bank_account_id', '=', id)
    .where('d.id', '=', document)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { ...row, content: openBytes(masterKey, placeOfDocument({ merchant_id, id: document }), row.content) }
}
