import { expect, it } from 'vitest'
import { migrationNames, migrationText } from './migration-files.ts'

/** The tables that grow with each payment, and that an upgrade must not read whole under its locks. */
const large = [
  'transaction',
  'transaction_event',
  'payment_attempt',
  'refund',
  'chargeback',
  'outbox',
  'outbox_attempt',
  'processor_call',
  'processor_notification',
]

it('a migration adds a check to a large table without reading it, because no row of before can break it', async () => {
  const first = '0046'
  const names = (await migrationNames()).filter((name) => name >= first)
  const reading: string[] = []
  for (const name of names) {
    const statements = (await migrationText(name)).replace(/--.*$/gm, '').split(';')
    for (const statement of statements) {
      const table = /^\s*alter table (\w+)/.exec(statement)?.[1]
      const checks = statement.match(/\bcheck \(/g)?.length ?? 0
      const unread = statement.match(/\bnot valid\b/g)?.length ?? 0
      if (table && large.includes(table) && checks > unread) reading.push(`${name}: ${table}`)
    }
  }
  expect(reading).toEqual([])
})
