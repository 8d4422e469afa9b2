import type { ReplyOf } from '@kontor/contract/endpoint'
import type { getRehearsalEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { mostNamedMerchants } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { type Exact, onWire } from '../../platform/sums.ts'
import { schemeOfVersion } from '../versions/seen-version.ts'
import { type Counted, exactSums, sumOfPayments } from './rehearsal-sums.ts'
import { oneRehearsal } from './rehearsals.ts'

type Reply = ReplyOf<typeof getRehearsalEndpoint>

interface Asked {
  version: string
  rehearsal: string
  /** The pairs of this merchant alone. */
  of?: string | undefined
}

/** What merchants would have paid: those that would pay more first, and the pairs of lines behind it. */
export async function getRehearsal(db: Reader, id: string, { version, rehearsal, of }: Asked): Promise<Reply> {
  await schemeOfVersion(db, id, { type: 'REVENUE', version })
  const found = await oneRehearsal(db, id, version, rehearsal)
  const { merchants, inAll } = await merchantsOf(db, rehearsal)
  const pairs = await pairsOf(db, rehearsal, of)
  return onWire<Reply>({ rehearsal: found, merchants, merchants_in_all: inAll, pairs } as Exact<Reply>)
}

const sums = sql`sum(volume) as volume, sum(old_fee) as old_fee, sum(new_fee) as new_fee, sum(cost) as cost`

async function merchantsOf(db: Reader, rehearsal: string) {
  const { rows } = await sql<Counted & { id: string; name: string; currency_code: string; in_all: number }>`
    select m.id, m.name, p.*, count(*) over () as in_all
    from (select merchant_id, currency_code, ${sumOfPayments} as payments, ${sums} from scheme_rehearsal_part
        where rehearsal_id = ${rehearsal} group by 1, 2) p
      join merchant m on m.id = p.merchant_id
    order by p.new_fee - p.old_fee desc, p.new_fee - p.cost, m.name, m.id, p.currency_code
    limit ${mostNamedMerchants}`.execute(db)
  const merchants = rows.map(({ id, name, currency_code, ...counted }) => ({
    ...{ id, name, currency_code },
    ...exactSums(counted),
  }))
  return { merchants, inAll: rows[0]?.in_all ?? 0 }
}

type PairRow = Counted &
  Pick<
    Reply['pairs'][number],
    'currency_code' | 'event' | 'old_line' | 'new_line' | 'old_number' | 'old_version' | 'old_scheme' | 'new_number'
  >

async function pairsOf(db: Reader, rehearsal: string, of: string | undefined) {
  const { rows } = await sql<PairRow>`
    select p.*, o.position as old_number, v.number as old_version, s.name as old_scheme, n.position as new_number
    from (select currency_code, event, old_line, new_line, sum(payments) as payments, ${sums} from scheme_rehearsal_part
        where rehearsal_id = ${rehearsal} and (${of ?? null}::uuid is null or merchant_id = ${of ?? null}::uuid)
        group by 1, 2, 3, 4) p
      left join scheme_line o on o.id = p.old_line
      left join scheme_version v on v.id = o.version_id
      left join scheme s on s.id = o.scheme_id
      left join scheme_line n on n.id = p.new_line
    order by abs(p.new_fee - p.old_fee) desc, p.payments desc, p.currency_code, p.event, p.old_line, p.new_line`.execute(
    db,
  )
  return rows.map(({ payments, volume, old_fee, new_fee, cost, ...pair }) => ({
    ...pair,
    ...exactSums({ payments, volume, old_fee, new_fee, cost }),
  }))
}
