import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { today } from './business-days.ts'

interface Span {
  id: string
  name: string
  valid_from: string
  valid_until: string | null
}

interface SchemeMerchants {
  merchants: Span[]
  packages: Span[]
  default_from: string | null
}

/** The assignments of a scheme that apply or will, by the merchant's name. */
export async function schemeMerchants(
  db: Reader,
  id: string,
  { type }: { type: SchemeType },
): Promise<SchemeMerchants> {
  const scheme = await db
    .selectFrom('scheme')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!scheme) throw new Refusal('not_found')
  const { rows: merchants } = await sql<Span>`
    select m.id, m.name, a.valid_from, a.valid_until
    from (select *, lead(valid_from) over (partition by merchant_id order by valid_from) as valid_until
        from scheme_assignment where type = ${type}) a
      join merchant m on m.id = a.merchant_id
    where a.scheme_id = ${id} and (a.valid_until is null or a.valid_until > ${today})
    order by m.name, m.id, a.valid_from`.execute(db)
  const { rows: packages } = await sql<Span>`
    select k.id, k.name, p.valid_from, p.valid_until
    from (select *, lead(valid_from) over (partition by package_id order by valid_from) as valid_until
        from package_scheme where type = ${type}) p
      join package k on k.id = p.package_id
    where p.scheme_id = ${id} and (p.valid_until is null or p.valid_until > ${today})
    order by k.name, k.id, p.valid_from`.execute(db)
  const { rows } = await sql<{ valid_from: string }>`
    select valid_from from (select *, lead(valid_from) over (order by valid_from) as valid_until
      from scheme_default where type = ${type}) d
    where d.scheme_id = ${id} and (d.valid_until is null or d.valid_until > ${today})
    order by valid_from limit 1`.execute(db)
  return { merchants, packages, default_from: rows[0]?.valid_from ?? null }
}
