import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { anyOf, isAllowed } from '@kontor/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'

const numbers = (...kinds: LedgerKind[]) => sql.join(kinds.map((kind) => ledgerKinds[kind].kind))

/** What payments cost is told to the provider's staff with roles for it, and to no merchant. */
export const mayReadCosts = ({ psp, roles }: Actor): boolean =>
  psp && isAllowed(anyOf('PSP_ALL', 'PSP_COSTSCHEME_ALL', 'PSP_COSTSCHEME_LIST'), roles)

/**
 * What the captures of a payment `f` cost: as schemes of costs expect it, corrected by what processors' files said. Joined as
 * `c`; payments that were not captured, or are not booked yet, are left out. `from` in milliseconds.
 */
export const joinCosts = (merchant: string, from: number): RawBuilder<unknown> => sql`
  join (
    select l.transaction_id, sum(case when l.kind in (${numbers('cost_less')}) then -l.amount else l.amount end)::bigint as cost
    from ledger_transfer l
    where l.merchant_id = ${merchant} and l.kind in (${numbers('cost_expected', 'cost_more', 'cost_less')})
      and l.subject_id = l.transaction_id and l.business_day >= (${new Date(from).toISOString()}::timestamptz)::date - 1
    group by l.transaction_id) c on c.transaction_id = f.id`

/** All that prices look at of a payment `t` of a merchant `m`, but amount, processor and the region of the card's bank. */
export const pricedSql = sql<string>`concat_ws('/', t.currency_code, coalesce(t.card_brand, '-'), coalesce(t.card_holder, '-'),
  coalesce(t.card_funding, '-'), t.card_issuer_country = m.country_code, coalesce(t.channel, '-'))`
