import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../database.ts'

it('ARCHITECTURE.md lists the triggers of the database, each with its function', async () => {
  expect(listed()).toEqual(await triggersOfTheDatabase())
})

/** `function table.trigger`, from the items below "Triggers". */
function listed(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../ARCHITECTURE.md'), 'utf8')
  const section = text.split('\n## ').find((each) => each.startsWith('Triggers\n')) ?? ''
  const items = [...section.matchAll(/^- `(\w+)` on ([^:]+):/gm)]
  return items
    .flatMap(([, name, triggers = '']) => [...triggers.matchAll(/`(.+?)`/g)].map(([, on]) => `${name} ${on}`))
    .sort()
}

/** The triggers of the database. A partition has those of its table, some of them a second time. */
async function triggersOfTheDatabase(): Promise<string[]> {
  const database = await createTestDatabase()
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  const { rows } = await client.query<{ named: string }>(`
    select p.proname || ' ' || c.relname || '.' || t.tgname as named from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgparentid = 0 and not c.relispartition`)
  await client.end()
  await database.drop()
  return rows.map(({ named }) => named).sort()
}
