import { sql } from 'kysely'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { instantIn, newId } from '../../platform/db/ids.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { keepSettlementFile } from '../../processors/settlements/add-settlement-file.ts'
import { readLines } from '../../processors/settlements/read-lines.ts'
import { findMissing } from '../../reconciliation/find-missing.ts'
import { matchFile } from '../../reconciliation/match-file.ts'
import { sandboxCredential } from '../sandbox/sandbox-accounts.ts'

/** The files begin so many days before the last closed day. */
export const daysOfFiles = 25

interface House {
  databases: Databases
  masterKey: string
  sandboxUrl: string
  now: Date
}

/**
 * Files of the sandbox for the merchant with the most payments: the first has every difference with the books, and the second brings
 * something of what was missing.
 */
export async function addReconciliation(house: House): Promise<void> {
  const place = await busiest(house)
  if (!place) return
  const moved = await movedOf(house, place)
  if (moved.filter(mayBeWrong).length < enough) return
  const id = await addSettlement(house, place)
  const { lines, late } = withMistakes(moved)
  const { rows } = await sql<{ name: string }>`
    select name from platform_user where email = 'finance@kontor.example'`.execute(house.databases.provider)
  const handIn = async (batch: number, content: string) => {
    const file = await inTransaction(
      house.databases,
      engineActor(place.merchant_id, 'system'),
      (trx) =>
        keepSettlementFile(
          trx,
          { merchant_id: place.merchant_id, id },
          {
            ...{ name: `kontor-sandbox-settlement-${batch}.csv`, content: Buffer.from(content) },
            ...{ uploaded_by: rows[0]?.name ?? 'system', is_proof: false },
          },
          house.now,
        ),
      { as: 'provider' },
    )
    await readLines(house, file)
    await matchFile(house.databases, file, house.now)
  }
  await handIn(1, fileOf(1, lines))
  await findMissing(house.databases, { merchant_id: place.merchant_id, id }, house.now)
  if (late) await handIn(2, fileOf(2, [late]))
}

interface Place {
  merchant_id: string
  first: string
  last: string
}

/** The days whose money should be in a file by now, of the merchant with the most payments on them. */
export async function busiest({ databases }: Pick<House, 'databases'>): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select t.merchant_id, (d.closed_through - ${daysOfFiles}::int)::text as first, (d.closed_through - 12)::text as last
    from ledger_transfer t cross join ledger_day d
      join processor p on p.merchant_id = t.merchant_id and p.id = t.sub_id and p.gateway = 'sandbox'
    where t.kind = 1 and t.business_day between d.closed_through - ${daysOfFiles}::int and d.closed_through - 12 and t.currency_code = 'EUR'
      -- Somebody of it looks after the account.
      and exists (select from platform_user u where u.merchant_id = t.merchant_id)
    group by t.merchant_id, d.closed_through order by count(*) desc, t.merchant_id limit 1`.execute(databases.provider)
  return rows[0]
}

async function addSettlement(
  { databases, masterKey, sandboxUrl, now }: House,
  { merchant_id }: Place,
): Promise<string> {
  const { id, created_at } = newId(new Date(now.getTime() - 30 * 86_400_000))
  const { id: user_id } = await databases.provider
    .selectFrom('platform_user')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { api_key } = sandboxCredential(masterKey, merchant_id)
  await databases.provider
    .insertInto('processor_settlement')
    .values({
      ...{ merchant_id, id, created_at, organisation_id: merchant_id, user_id, gateway: 'sandbox', mode: 'test' },
      ...{ name: 'Sandbox', description: 'Wat de sandbox uitbetaalt', processor_settlement_type: 'UPLOAD' },
      ...{ url: sandboxUrl, active: true },
      credential: sealCredential(masterKey, { merchant: merchant_id, record: id }, { api_key }),
    })
    .execute()
  return id
}

interface Moved {
  type: 'Payment' | 'Refund' | 'Chargeback'
  at: string
  reference: string
  merchant_reference: string
  operation: string
  payment: string
  currency: string
  gross: number
  fees: number
  /** It began after the first line, so that it is missed where it is in no file. */
  is_within: boolean
}

/** What is booked of the sandbox on these days, as it would pay it out. */
async function movedOf({ databases }: House, { merchant_id, first, last }: Place): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select case t.kind when 1 then 'Payment' when 7 then 'Refund' else 'Chargeback' end as type,
      (t.business_day::timestamp at time zone 'UTC')::timestamptz as at,
      case when t.kind = 7 then t.subject_id::text else t.transaction_id::text end as reference, x.merchant_reference,
      coalesce(r.processor_id_external, c.processor_id_external, x.processor_id_external, '') as operation,
      coalesce(x.processor_id_external, '') as payment, t.currency_code as currency,
      case when t.kind = 1 then t.amount else -t.amount end as gross, coalesce(cost.amount, 0) as fees,
      x.created_at >= ${first}::timestamptz + interval '1 day' as is_within
    from ledger_transfer t
      join processor p on p.merchant_id = t.merchant_id and p.id = t.sub_id and p.gateway = 'sandbox'
      join transaction x on x.merchant_id = t.merchant_id and x.id = t.transaction_id and x.created_at = ${instantIn('t.transaction_id')}
      left join refund r on t.kind = 7 and r.merchant_id = t.merchant_id and r.transaction_id = t.transaction_id and r.id = t.subject_id
      left join chargeback c on t.kind = 8 and c.merchant_id = t.merchant_id and c.transaction_id = t.transaction_id and c.id = t.subject_id
      left join lateral (select sum(o.amount)::bigint as amount from ledger_transfer o where o.merchant_id = t.merchant_id
        and o.transaction_id = t.transaction_id and o.subject_id = t.subject_id and o.kind = 5) cost on true
    where t.merchant_id = ${merchant_id} and t.kind in (1, 7, 8)
      and t.business_day between ${first} and ${last}
    order by t.business_day, t.seq`.execute(databases.provider)
  return rows
}

/** Payments that the mistakes need, with some that are right before, between and after. */
const enough = 12
const mayBeWrong = ({ type, currency, fees, is_within }: Moved): boolean =>
  type === 'Payment' && currency === 'EUR' && fees > 0 && is_within

/** One mistake of each kind, each in a payment of its own. What is left out first comes later after all. */
function withMistakes(moved: readonly Moved[]): { lines: Moved[]; late: Moved | undefined } {
  let late: Moved | undefined
  const of = (line: Moved): Record<number, () => Moved[]> => ({
    2: () => [{ ...line, gross: line.gross + 1 }],
    3: () => [{ ...line, fees: line.fees + 30 + Math.round(line.fees / 2) }],
    4: () => [line, { ...line, reference: 'bestelling-onbekend', operation: 'op_9f1c', payment: 'pay_9f1c' }],
    5: () => [line, line],
    6: () => [{ ...line, currency: 'USD' }],
    7: () => [{ ...line, reference: line.merchant_reference, operation: '', payment: '' }],
    8: () => [],
    9: () => {
      late = line
      return []
    },
  })
  let payment = 0
  const lines = moved.flatMap((line) => {
    if (!mayBeWrong(line)) return [line]
    payment += 1
    return of(line)[payment]?.() ?? [line]
  })
  return { lines, late }
}

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
const fileOf = (batch: number, lines: readonly Moved[]): string =>
  [
    columns,
    ...lines.map(({ type, at, reference, operation, payment, currency, gross, fees }) =>
      [batch, at, type, reference, operation, payment, currency, gross, 0, 0, fees, 0, gross - fees].join(','),
    ),
  ].join('\n')
