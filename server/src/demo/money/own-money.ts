import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { surplusOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import { sql } from 'kysely'
import { book } from '../../ledger/book.ts'
import { clientMoneyAt } from '../../payouts/client-money/client-money-at.ts'
import type { Databases } from '../../platform/db/database.ts'
import { as, personOf } from './payouts.ts'

/** The surplus that is kept for the money that a month exchanges, in cents. */
const buffer = 4_000_000n
/** It is added in whole amounts of this, in cents. */
const step = 1_000_000n

/**
 * Keeps the client money in EUR whole, as finance does after each month: merchants who are paid out in EUR took foreign money as well,
 * and what the provider gives them for it has to be there before it has exchanged anything.
 */
export async function keepClientMoneyWhole(databases: Databases): Promise<void> {
  const money = (await clientMoneyAt(databases.provider)).find(({ currency_code }) => currency_code === 'EUR')
  const missing = buffer - (money ? surplusOf(money) : buffer)
  if (missing <= 0n) return
  const { rows } = await sql<{ kind: string; id: string }>`
    select kind, id from provider_bank_account where currency_code = 'EUR' and "default"`.execute(databases.provider)
  const accountOf = (kind: string) => rows.find((each) => each.kind === kind)?.id
  const bank = accountOf('CLIENT_MONEY')
  if (!bank) return
  const person = await personOf({ databases }, 'finance')
  await as({ databases }, person, (trx) =>
    book(trx, [
      {
        ...{ merchant_id: houseBook, book_id: houseBook, kind: 'own_money_added', currency_code: 'EUR' },
        ...{ amount: ((missing + step - 1n) / step) * step, sub_id: bank, credit_sub_id: accountOf('OWN') },
        ...{ subject_id: bank, available: 'never', reason: 'Eigen geld voor valuta die nog niet is omgewisseld' },
        actor: { kind: person.kind, id: person.id, name: person.name },
      },
    ]),
  )
}
