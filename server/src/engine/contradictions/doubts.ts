import { type DoubtWord, doubtWords } from '@kontor/contract/contradictions/ending.rules'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/database.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { type Contradiction, recordContradiction } from './record-contradiction.ts'

/** The things that Kontor charges by itself. A payment that proves nothing may have charged one of them already (docs/adr/0205). */
const charged = ['scheduled payment', 'subscription'] as const
type Charged = (typeof charged)[number]

/** A payment may be that of something which is charged by itself, or one too many of it. */
export interface Doubt {
  what: Charged
  /** Of the subscription or the scheduled payment. */
  id: string
  word: DoubtWord
  /** The other payment of the same, where there is one. */
  other?: string | null | undefined
}

/** Tells a person of a doubt. Each payment is told of by itself, so that whoever closes the one still sees the other. */
export const recordDoubt = (
  trx: Trx,
  { what, id, word, other }: Doubt,
  transaction: StoredTransaction,
  processor: string,
  now: Date,
): Promise<Contradiction | undefined> =>
  recordContradiction(
    trx,
    {
      ...{ merchant_id: transaction.merchant_id, processor, kind: 'not_understood', transaction },
      ...{ about: aboutOf(what, id, transaction.id), they_say: word },
      ...(other && { other }),
      ...{ we_say: transaction.status, our_amount: transaction.amount },
    },
    now,
  )

const aboutOf = (what: Charged, id: string, payment: string) => `${what} ${id} by ${payment}`

/** Finds the id in that text, in TypeScript and in SQL. */
const patternOf = (what: Charged) => `^${what} ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) by `

/** The subscription or scheduled payment that a stored contradiction is a doubt about. Undefined: it is no doubt. */
export function doubtIn({ kind, they_say, about }: { kind: string; they_say: string; about: string }) {
  if (kind !== 'not_understood' || !doubtWords.some((word) => word === they_say)) return undefined
  const found = charged.map((what) => ({ what, id: new RegExp(patternOf(what)).exec(about)?.[1] }))
  return found.find((each): each is Pick<Doubt, 'what' | 'id'> => each.id !== undefined)
}

/** The id of the subscription or scheduled payment that a contradiction is a doubt about; null: it is about none. */
export const doubtedIn = (what: Charged, table = 'contradiction'): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`case when ${of('kind')} = 'not_understood' and ${of('they_say')} in (${sql.join(doubtWords)})
    then substring(${of('about')} from ${patternOf(what)})::uuid end`
}

/** Doubts about `id` that no person has ended. Nothing is charged meanwhile: its payer would pay twice. */
export const openDoubts = (db: Reader, what: Charged, id: Expression<string>) =>
  db
    .selectFrom('contradiction as doubt')
    .select('doubt.id')
    .where('doubt.state', '=', 'OPEN')
    .where(doubtedIn(what, 'doubt'), '=', id)

/** True: a person has to look first whether this was charged already. */
export const isDoubted = async (db: Reader, what: Charged, of: { merchant_id: string; id: string }): Promise<boolean> =>
  (await openDoubts(db, what, sql.val(of.id)).where('doubt.merchant_id', '=', of.merchant_id).executeTakeFirst()) !==
  undefined
