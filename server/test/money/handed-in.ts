import { engineActor } from '../../src/platform/db/actor.ts'
import { type Databases, inTransaction } from '../../src/platform/db/database.ts'
import { keepSettlementFile } from '../../src/processors/settlements/add-settlement-file.ts'
import { readLines } from '../../src/processors/settlements/read-lines.ts'
import type { LedgerHouse } from './ledger-house.ts'

/** A file of a processor settlement that a person handed in, read and not matched yet. */
export async function handedIn(
  { databases, database }: LedgerHouse,
  settlement: { merchant_id: string; id: string },
  content: string,
): Promise<{ merchant_id: string; id: string }> {
  const given = { name: 'x.csv', content: Buffer.from(content), uploaded_by: 'Eva', is_proof: false }
  const file = await inTransaction(
    databases,
    engineActor(settlement.merchant_id, 'system'),
    (trx) => keepSettlementFile(trx, settlement, given, new Date()),
    { as: 'provider' },
  )
  await readLines({ databases, masterKey: database.masterKey }, file)
  return file
}

/** Databases of a process that dies at the end of its nth transaction: what it wrote there is lost. */
export function dyingAt(databases: Databases, nth: number): Databases {
  let left = nth
  const { provider } = databases
  const dying = new Proxy(provider, {
    get(of, name) {
      if (name !== 'transaction') return Reflect.get(of, name)
      return () => ({
        execute: (work: Parameters<ReturnType<typeof provider.transaction>['execute']>[0]) =>
          provider.transaction().execute(async (trx) => {
            const done = await work(trx)
            left -= 1
            if (left < 0) throw new Error('killed')
            return done
          }),
      })
    },
  })
  return { ...databases, provider: dying }
}
