import { setTimeout as sleep } from 'node:timers/promises'
import { keptKinds } from '../server/src/housekeeping/kept-days.ts'
import { keptTables } from '../server/test/everything/kept-tables.ts'
import { payer } from './payments.ts'
import type { Chapter, Finding } from './report.ts'
import type { World } from './world.ts'

const payments = 2_000
const callers = 4
/** Fewer bytes for each payment come from a page that was just begun. */
const noticed = 8

/**
 * Bytes that a card payment over HTTP leaves in each table, with indexes and long values, once it is settled, told to the shop and
 * booked.
 */
export async function disk(world: World): Promise<Chapter> {
  const payOne = await payer(world)
  // On a busy machine an answer may come before the outcome does, which changes nothing of what a payment leaves.
  const pay = () => payOne().catch(() => {})
  // So that no table begins its first page.
  await inParallel(100, pay)
  const before = await sizesAtRest(world)
  const settledBefore = await settledOf(world)
  await inParallel(payments, pay)
  const after = await sizesAtRest(world)
  const settled = (await settledOf(world)) - settledBefore
  const each = [...after]
    .map(([table, bytes]) => ({ table, bytes: Math.round((bytes - (before.get(table) ?? 0)) / settled) }))
    .filter(({ bytes }) => bytes >= noticed)
    .sort((one, other) => other.bytes - one.bytes)
  const kindOf = (table: string) =>
    Object.entries(keptTables).find(([, tables]) => tables.includes(table))?.[0] as keyof typeof keptKinds | undefined
  const forEver = each.filter(({ table }) => kindOf(table) === undefined)
  const ofLedger = forEver.filter(({ table }) => table.startsWith('ledger_'))
  const sum = (of: typeof each) => of.reduce((total, { bytes }) => total + bytes, 0)
  const finding = (what: string, bytes: number, budget?: number): Finding => ({
    ...{ what, budget: budget === undefined ? '' : `≤ ${budget} B`, measured: `${bytes} B` },
    met: budget === undefined ? undefined : bytes <= budget,
  })
  return {
    title: 'What a payment leaves on disk',
    text: `${settled} card payments through the sandbox, settled, told to the shop and booked in the ledger. Tables are written anew before they are measured, so that nothing counts that is used again.`,
    findings: [
      finding('for ever, without the ledger', sum(forEver) - sum(ofLedger), 2_000),
      finding('for ever in the ledger, with `collecting`', sum(ofLedger)),
      ...each.map(({ table, bytes }) => {
        const kind = kindOf(table)
        return finding(`\`${table}\`, ${kind ? `${keptKinds[kind].days} days` : 'for ever'}`, bytes)
      }),
    ],
  }
}

async function inParallel(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times
  const one = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: callers }, one))
}

async function settledOf({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from transaction
    where merchant_reference like 'bench-%' and status = 'SETTLEMENT_COMPLETED'`)
  return rows[0]?.n ?? 0
}

/** By table, partitions with theirs, once everything has become of the payments that becomes of them by itself. */
async function sizesAtRest({ sql }: World): Promise<Map<string, number>> {
  const waiting = async () => {
    const { rows } = await sql.query<{ n: number }>(`select (
      (select count(*) from statistics_delta) + (select count(*) from ledger_event)
      + (select count(*) from transaction where merchant_reference like 'bench-%' and status in ('INITIATED', 'PENDING', 'AUTHORIZED', 'SETTLEMENT_REQUESTED'))
      + (select count(*) from webhook where done_at is null and next_attempt_at < now() + interval '1 minute'))::int as n`)
    return rows[0]?.n ?? 0
  }
  while ((await waiting()) > 0) await sleep(1_000)
  await sql.query('vacuum full')
  const { rows } = await sql.query<{ name: string; bytes: string }>(
    `select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
