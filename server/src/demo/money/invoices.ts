import { plusMonths } from '@kontor/contract/dates'
import type { Client } from 'pg'
import type { Actor } from '../../platform/db/actor.ts'
import { actAs, type Databases } from '../../platform/db/database.ts'
import { creditInvoice } from '../../settlements/invoices/credit-invoice.ts'
import type { Issuing } from '../../settlements/invoices/issue-invoice.ts'
import { runInvoices } from '../../settlements/invoices/run-invoices.ts'
import type { Place } from '../structure.ts'
import type { Random } from '../trade/random.ts'

/** How numbers for VAT look, by country; a merchant elsewhere has none. */
const vatNumbers: Readonly<Record<string, (digits: (count: number) => string) => string>> = {
  NL: (digits) => `NL${digits(9)}B01`,
  BE: (digits) => `BE0${digits(9)}`,
  DE: (digits) => `DE${digits(9)}`,
  FR: (digits) => `FR${digits(11)}`,
}

const streets = ['Keizersgracht', 'Stationsstraat', 'Markt', 'Kerkstraat', 'Hoofdweg']
const towns = [
  { postal_code: '1015 CJ', locality: 'Amsterdam' },
  { postal_code: '3511 ED', locality: 'Utrecht' },
  { postal_code: '9712 HN', locality: 'Groningen' },
]

/** What stands on invoices, of the provider and of its merchants. Before their fees are booked, because VAT follows from it. */
export async function addParticulars(
  client: Client,
  random: Random,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const digits = (count: number) => Array.from({ length: count }, () => random.integer(0, 9)).join('')
  await client.query(`update installation set legal_name = 'Kontor Payments B.V.', address = 'Herengracht 420',
    postal_code = '1017 BZ', locality = 'Amsterdam', chamber_of_commerce = '34567890', vat_number = 'NL812345678B01'`)
  // The months before were invoiced elsewhere.
  await client.query(
    `insert into invoice_progress (invoiced_through) values (date_trunc('month', $1::timestamptz)::date - interval '12 months 1 day')`,
    [new Date(now)],
  )
  for (const [index, { id, merchant }] of places.entries()) {
    await client.query('update merchant set vat_number = $2, chamber_of_commerce = $3 where id = $1', [
      ...[id, vatNumbers[merchant.country]?.(digits) ?? null, merchant.country === 'NL' ? digits(8) : null],
    ])
    if (merchant.country !== 'NL') continue
    const { postal_code, locality } = towns[index % towns.length] ?? {}
    await client.query(
      `update organisation set street = $2, street_number = $3, postal_code = $4, locality = $5 where merchant_id = $1 and id = $1`,
      [id, streets[index % streets.length], String(random.integer(1, 180)), postal_code, locality],
    )
  }
}

/** Invoices the months that were closed, on the morning on which the engine would have. */
export async function invoiceClosedMonths(databases: Databases, masterKey: string): Promise<void> {
  const errors: unknown[] = []
  await runInvoices({
    ...{ databases, masterKey },
    now: (month) => new Date(`${plusMonths(month, 1)}T04:00:00Z`),
    onProblem: (error) => errors.push(error),
  })
  if (errors.length > 0) throw new AggregateError(errors, 'invoices of the demo that could not be issued')
}

/** Takes the last invoice of one merchant back, by the command that people use. */
export async function creditOne(
  { databases: { provider }, ...at }: Issuing & { databases: Databases },
  { id }: Place,
): Promise<void> {
  const person = await provider
    .selectFrom('platform_user')
    .select(['id', 'name'])
    .where('email', '=', 'psp@kontor.example')
    .executeTakeFirstOrThrow()
  const actor: Actor = { ...person, kind: 'user', psp: true, roles: [], scope: { merchant: null }, time_zone: 'UTC' }
  await provider.transaction().execute(async (trx) => {
    await actAs(trx, actor)
    const last = await trx
      .selectFrom('invoice')
      .select('id')
      .where('merchant_id', '=', id)
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last)
      await creditInvoice(trx, actor, last.id, { reason: 'De naam op de factuur klopte niet' }, at.now, at.masterKey)
  })
}
