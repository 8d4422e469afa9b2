import { Refusal } from '@kontor/contract/refusal'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

type Party = InvoiceDocument['provider']

const particulars = [
  'legal_name',
  'address',
  'postal_code',
  'locality',
  'chamber_of_commerce',
  'vat_number',
  'country_code',
] as const

/** What invoices say of the provider. */
export const invoiceParticulars = (db: Reader) =>
  db.selectFrom('installation').select(particulars).executeTakeFirstOrThrow()

/** Undefined: they are not filled in. */
export async function providerParty(db: Reader): Promise<Party | undefined> {
  const { legal_name, address: street, postal_code, locality, ...of } = await invoiceParticulars(db)
  if (legal_name === null || of.vat_number === null) return undefined
  const address = [street, `${postal_code} ${locality}`].filter((line) => line !== null)
  return { ...of, name: legal_name, address, place: { street, extra: null, postal_code, locality, region: null } }
}

export async function requireProviderParty(db: Reader): Promise<Party> {
  const party = await providerParty(db)
  if (!party) throw new Refusal('invoice_particulars_missing')
  return party
}

/** A merchant has the address of the root of its tree. */
export async function merchantParty(db: Reader, merchant: string): Promise<Party> {
  const { rows } = await sql<Omit<Party, 'address' | 'place'> & NonNullable<Party['place']> & { town: string | null }>`
    select coalesce(m.legal_name, m.name) as name, m.country_code, m.chamber_of_commerce, m.vat_number,
      nullif(concat_ws(' ', o.street, o.street_number), '') as street, nullif(o.extended_address, '') as extra,
      nullif(o.postal_code, '') as postal_code, nullif(o.locality, '') as locality,
      nullif(concat_ws(' ', o.postal_code, o.locality), '') as town, nullif(o.region, '') as region
    from merchant m join organisation o on o.merchant_id = m.id and o.id = m.id where m.id = ${merchant}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a merchant without a root organisation')
  const { street, extra, postal_code, locality, town, region, ...of } = found
  const address = [street, extra, town, region].filter((line) => line !== null)
  return { ...of, address, place: { street, extra, postal_code, locality, region } }
}
