import type { ReplyOf } from '@kontor/contract/endpoint'
import type {
  merchantTermsEndpoint,
  packageMerchantsEndpoint,
  packageSchemesEndpoint,
} from '@kontor/contract/packages/package.endpoints'
import { mostOfHistory } from '@kontor/contract/packages/package.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import { firstOpenDay, today } from '../pricing/business-days.ts'
import { everyType } from '../pricing/versions-at.ts'

type Schemes = ReplyOf<typeof packageSchemesEndpoint>
type Merchants = ReplyOf<typeof packageMerchantsEndpoint>
type Terms = ReplyOf<typeof merchantTermsEndpoint>

/** The schemes of a package with their days, the latest first. */
export async function packageSchemesOf(db: Reader, id: string): Promise<Schemes> {
  await requirePackage(db, id)
  const { rows } = await sql<Schemes['schemes'][number]>`
    select p.type, case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as scheme, p.valid_from,
      p.valid_until
    from (select *, lead(valid_from) over (partition by type order by valid_from) as valid_until
        from package_scheme where package_id = ${id}) p
      left join scheme s on s.id = p.scheme_id
    order by array_position(${everyType}, p.type), p.valid_from desc
    limit ${mostOfHistory}`.execute(db)
  return { first_day: await firstOpenDay(db), schemes: rows }
}

/** The merchants of a package with their days, the latest first. */
export async function packageMerchantsOf(db: Reader, id: string): Promise<Merchants> {
  await requirePackage(db, id)
  const { rows } = await sql<Merchants['merchants'][number]>`
    select m.id, m.name, a.valid_from, a.valid_until
    from (select *, lead(valid_from) over (partition by merchant_id order by valid_from) as valid_until from package_assignment
        where merchant_id in (select merchant_id from package_assignment where package_id = ${id})) a
      join merchant m on m.id = a.merchant_id
    where a.package_id = ${id}
    order by a.valid_until is not null, a.valid_from desc, m.name, m.id
    limit ${mostOfHistory}`.execute(db)
  return { first_day: await firstOpenDay(db), merchants: rows }
}

/** The schemes that a merchant has today: its own, else its package's, else the default, each type by itself. */
export async function merchantTerms(db: Reader, merchant: string): Promise<Terms> {
  const { rows } = await sql<{ day: string; package: Terms['package']; schemes: Terms['schemes'] }>`
    select d.day, case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as package,
      (select json_agg(json_build_object('type', t.type,
          'scheme', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end,
          'source', case when s.id is null then null when own.scheme_id is not null then 'OWN'
            when package_scheme_at(k.id, t.type, d.day) is not null then 'PACKAGE' else 'DEFAULT' end) order by t.at)
        from unnest(${everyType}) with ordinality as t(type, at)
          left join lateral (select a.scheme_id from scheme_assignment a
            where a.merchant_id = m.id and a.type = t.type and a.valid_from <= d.day order by a.valid_from desc limit 1) own on true
          left join scheme s on s.id = scheme_at(m.id, t.type, d.day)) as schemes
    from merchant m cross join (select ${today} as day) d left join package k on k.id = package_at(m.id, d.day)
    where m.id = ${merchant}`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  return found
}

async function requirePackage(db: Reader, id: string): Promise<void> {
  const found = await db.selectFrom('package').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
}
