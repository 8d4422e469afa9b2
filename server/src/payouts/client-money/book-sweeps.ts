import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import { book } from '../../ledger/book.ts'
import type { Trx } from '../../platform/db/database.ts'
import { namedSweeps, sweepsInTurn } from './fee-sweeps.ts'

interface Found {
  entry: string
  sweep: string
  booked_on: string
  amount: string
  currency_code: string
  from_account_id: string
  to_account_id: string
  is_debit: boolean
}

/**
 * Finds what the bank says of sweeps among the unmatched entries of an account of the provider: by the reference and exactly the
 * amount, on the account that it leaves, or the one that it comes to. The debit books an approved sweep, also one that was canceled
 * after its approval: the bank carried it out. The credit tells nothing new. Each entry and each sweep counts once. Gives how many
 * entries were found.
 */
export async function bookSweeps(trx: Trx, account: string): Promise<number> {
  await sweepsInTurn(trx)
  const { rows } = await sql<Found>`
    select e.id as entry, s.id as sweep, e.booked_on, s.amount::text as amount, s.currency_code, s.from_account_id,
      s.to_account_id, e.amount < 0 as is_debit
    from bank_entry e
      join lateral ${namedSweeps} named on true
      join fee_sweep s on s.reference = named[1]
    where e.provider_bank_account_id = ${account} and e.state = 'UNMATCHED' and s.approved_by_id is not null
      and ((s.from_account_id = ${account} and e.amount = -s.amount and s.status in ('APPROVED', 'CANCELLED'))
        or (s.to_account_id = ${account} and e.amount = s.amount and not exists (
          select from bank_entry o where o.sweep_id = s.id and o.provider_bank_account_id = ${account})))
    order by s.id, e.booked_on, e.id`.execute(trx)
  // An entry may name several sweeps, and a sweep may be named by several entries.
  const taken = new Set<string>()
  let count = 0
  for (const found of rows) {
    if (taken.has(found.entry) || taken.has(found.sweep)) continue
    taken.add(found.entry).add(found.sweep)
    await bookSweep(trx, found)
    count += 1
  }
  return count
}

async function bookSweep(trx: Trx, found: Found): Promise<void> {
  await sql`update bank_entry set state = 'SWEPT', sweep_id = ${found.sweep} where id = ${found.entry}`.execute(trx)
  if (!found.is_debit) return
  await sql`update fee_sweep set status = 'BOOKED', booked_on = ${found.booked_on} where id = ${found.sweep}`.execute(
    trx,
  )
  await book(trx, [
    {
      ...{ merchant_id: houseBook, book_id: houseBook, kind: 'fees_swept', currency_code: found.currency_code },
      ...{ amount: BigInt(found.amount), subject_id: found.sweep, available: 'never' },
      ...{ sub_id: found.to_account_id, credit_sub_id: found.from_account_id },
    },
  ])
}
