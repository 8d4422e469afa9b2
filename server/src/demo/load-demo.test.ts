import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import { type Branch, route, writePath } from '@kontor/contract/decisions/routings/tree.rules'
import { surplusOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { factsAsked, type KnownFacts } from '../decisions/facts/facts-of.ts'
import { lotsOf } from '../decisions/lots.ts'
import { holdAll } from '../decisions/rulesets/judge.ts'
import { isPasswordOf } from '../identity/sign-in/password.ts'
import { verify } from '../insights/rollups/verify.ts'
import { clientMoneyAt } from '../payouts/client-money/client-money-at.ts'
import { openDatabases } from '../platform/db/database.ts'
import { typeOfDocument } from '../platform/http/document-file.ts'
import { openCredential } from '../platform/secrets/sealed.ts'
import { demoSignIns, isEmpty, loadDemo } from './load-demo.ts'
import { sandboxCredential } from './sandbox/sandbox-accounts.ts'
import { loadedTables } from './trade/copy.ts'
import { demoPassword } from './users.ts'

const transactions = 20_000
const now = new Date('2026-11-20T15:30:00Z')
let sandbox: Server
let sandboxUrl: string
const accounts = new Map<string, { api_key: string; notification_url: string; notification_secret: string }>()
const databases: { database: TestDatabase; client: pg.Client }[] = []
let query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
let emptyBefore: boolean

beforeAll(async () => {
  sandbox = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    accounts.set(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString()))
    response.end('{}')
  })
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve))
  // The sandbox listens on TCP, so its address has a port.
  sandboxUrl = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`
  const { client, empty } = await loaded(transactions)
  emptyBefore = empty
  query = async (text, values) => (await client.query(text, values)).rows
}, 240_000)

afterAll(async () => {
  for (const { client, database } of databases) {
    await client.end()
    await database.drop()
  }
  sandbox.close()
})

/** `at` null: the load takes the time itself. */
async function loaded(count: number, at: Date | null = now) {
  const database = await createTestDatabase()
  const { adminUrl, masterKey } = database
  const empty = await isEmpty(adminUrl)
  const options = {
    adminUrl,
    masterKey,
    sandboxUrl,
    notificationUrl: 'http://127.0.0.1:4000/v1/processornotification',
    transactions: count,
    ...(at && { now: at }),
    log: () => {},
  }
  const summary = await loadDemo(options)
  const client = new pg.Client({ connectionString: adminUrl, options: '-c timezone=UTC' })
  await client.connect()
  databases.push({ database, client })
  return { client, summary, empty, database }
}

/** The number of rows of a query. The rules hold when a query for violations finds none. */
const count = async (from: string) => Number((await query(`select count(*) as n from ${from}`))[0]?.n)

describe('the demo', () => {
  it('goes into an empty database and leaves it not empty', async () => {
    const { adminUrl } = databases[0]?.database ?? { adminUrl: '' }
    expect(emptyBefore).toBe(true)
    expect(await isEmpty(adminUrl)).toBe(false)
    expect(await demoSignIns(adminUrl)).toHaveLength(11)
  })

  it('has every status, in the proportions of real trade', async () => {
    const rows = await query('select status, count(*)::int as n from transaction group by status order by status')
    const part = Object.fromEntries(rows.map(({ status, n }) => [String(status), Number(n) / transactions]))
    expect(Object.keys(part)).toHaveLength(11)
    expect(part.SETTLEMENT_COMPLETED).toBeGreaterThan(0.75)
    expect(part.DECLINED).toBeGreaterThan(0.06)
    expect(part.DECLINED).toBeLessThan(0.09)
    const settled = await count(`transaction where status in ('SETTLEMENT_COMPLETED', 'SETTLEMENT_REQUESTED')`)
    expect((await count('refund')) / settled).toBeCloseTo(0.036, 1.9)
    expect((await count('chargeback')) / settled).toBeLessThan(0.006)
    expect(await count('(select distinct status from chargeback) x')).toBe(5)
    expect((await count('transaction where blocked')) / transactions).toBeCloseTo(0.007, 2)
  })

  it('has nothing to come, and leaves only the recent unfinished', async () => {
    expect(
      await count(
        `transaction where created_at > '${now.toISOString()}' or last_status_update > '${now.toISOString()}'`,
      ),
    ).toBe(0)
    const unfinished = `status in ('INITIATED', 'PENDING', 'AUTHORIZED', 'SETTLEMENT_REQUESTED', 'UNKNOWN')`
    expect(
      await count(
        `transaction where ${unfinished} and created_at < '${now.toISOString()}'::timestamptz - interval '8 days'`,
      ),
    ).toBe(0)
    expect(
      await count(`transaction where created_at > '${now.toISOString()}'::timestamptz - interval '1 day'`),
    ).toBeGreaterThan(10)
  })

  it('has the extreme rows, the empty shop, and a merchant that was switched off', async () => {
    expect(await count('payment_profile where length(name) = 120')).toBe(1)
    expect(await count(`transaction where amount = 1234567890 and currency_code = 'EUR'`)).toBe(1)
    expect(await count('(select from transaction_tag group by transaction_id having count(*) = 12) x')).toBe(1)
    expect(await count('merchant where not active')).toBe(1)
    expect(
      await count(`payment_profile p where name = 'CDNOW' and currency_code = 'USD' and not exists
      (select from transaction t where t.payment_profile_id = p.id)`),
    ).toBe(1)
    expect(await count(`(select distinct currency_code from payment_profile) x`)).toBeGreaterThanOrEqual(6)
  })
})

describe('every row is as the rules would have made it', () => {
  it('in the trails: they lead from nothing to the status, by allowed transitions, forward in time', async () => {
    for (const entity of ['transaction', 'refund', 'chargeback']) {
      const steps = `(select *, lag(to_status) over w as before, lag(at) over w as at_before from transaction_event
        where entity = '${entity}' window w as (partition by transaction_id, subject_id order by id)) e`
      expect(await count(`${steps} where from_status is distinct from before or at < at_before`)).toBe(0)
      expect(
        await count(`${steps} left join status_transition s on s.entity = e.entity and s.from_status = e.from_status
          and s.to_status = e.to_status where e.from_status is not null and s.entity is null`),
      ).toBe(0)
      const key = entity === 'transaction' ? 'e.subject_id is null and e.transaction_id = x.id' : 'e.subject_id = x.id'
      expect(
        await count(`${entity} x left join lateral (select e.to_status, e.at from transaction_event e where e.entity = '${entity}'
          and e.merchant_id = x.merchant_id and ${entity === 'transaction' ? 'e.transaction_created_at = x.created_at' : 'e.transaction_created_at = x.transaction_created_at and e.transaction_id = x.transaction_id'}
          and ${key} order by id desc limit 1) e on true where e.to_status is distinct from x.status or e.at <> x.last_status_update`),
      ).toBe(0)
    }
  })

  it('in the attempts: one at the processor of each payment, which ended as its trail says it was decided', async () => {
    expect(
      await count(`transaction t full join payment_attempt a on (a.merchant_id, a.transaction_created_at, a.transaction_id)
        = (t.merchant_id, t.created_at, t.id) where a.processor_id is distinct from t.processor_id or a.id <> t.id`),
    ).toBe(0)
    expect(
      await count(`payment_attempt a left join lateral (select e.to_status, e.at from transaction_event e
        where e.merchant_id = a.merchant_id and e.transaction_created_at = a.transaction_created_at
        and e.transaction_id = a.transaction_id and e.entity = 'transaction'
        and e.to_status not in ('INITIATED', 'PENDING', 'UNKNOWN') order by e.id limit 1) e on true
        where a.ended_at is distinct from e.at or a.state <> case when e.to_status is null then 'OPEN'
          when e.to_status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') then 'APPROVED'
          when e.to_status = 'FAILED' then 'REFUSED' when e.to_status = 'ABANDONED' then 'CANCELLED'
          else e.to_status end`),
    ).toBe(0)
    expect(await count(`payment_attempt where state = 'DECLINED' and reason is not null`)).toBeGreaterThan(0)
  })

  it('in what is derived: visited, tagged, captured, reserved, reversals', async () => {
    expect(
      await count(`transaction t where visited <> (select bit_or(s.bit) from transaction_event e join transaction_status s
        on s.status = e.to_status where e.entity = 'transaction' and e.merchant_id = t.merchant_id
        and e.transaction_created_at = t.created_at and e.transaction_id = t.id)`),
    ).toBe(0)
    expect(
      await count(`transaction t left join (select transaction_id, sum(amount) as amount from refund
        where status not in ('FAILED', 'CANCELLED') group by 1) r on r.transaction_id = t.id
        where t.refund_reserved <> coalesce(r.amount, 0) or t.refund_reserved > t.captured_amount`),
    ).toBe(0)
    expect(
      await count(`transaction t left join transaction_reversals r on r.transaction_id = t.id
        where t.reversals <> coalesce(r.reversals, '{}')`),
    ).toBe(0)
    expect(await count(`transaction where 'DISPUTED' = any(reversals)`)).toBeGreaterThan(0)
    expect(
      await count(
        `transaction where (captured_amount > 0) <> (status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'))`,
      ),
    ).toBe(0)
    expect(
      await count('transaction t where tagged <> exists (select from transaction_tag x where x.transaction_id = t.id)'),
    ).toBe(0)
    expect(
      await count(`transaction where (payment_product = 'card') <> (card_brand is not null and card_bin is not null)`),
    ).toBe(0)
    expect(
      await count(
        `transaction where blocked and (status <> 'CANCELLED' or processor_id is not null or status_reason is null)`,
      ),
    ).toBe(0)
  })

  it('in time: ids hold it, and money goes back after it came', async () => {
    for (const table of [
      'transaction',
      'refund',
      'chargeback',
      'customer',
      'payment_profile',
      'processor',
      'merchant',
    ]) {
      expect(await count(`${table} where created_at <> uuid_extract_timestamp(id)`)).toBe(0)
    }
    for (const table of ['refund', 'chargeback']) {
      expect(
        await count(`${table} x join transaction t on t.id = x.transaction_id where x.created_at < t.created_at
        or t.captured_amount = 0 or x.processor_id <> t.processor_id or x.organisation_id <> t.organisation_id`),
      ).toBe(0)
    }
    expect(await count('refund r join chargeback c using (transaction_id) where r.created_at >= c.created_at')).toBe(0)
    expect(await count('transaction t join customer c on c.id = t.customer_id where c.created_at > t.created_at')).toBe(
      0,
    )
  })

  it('in every foreign key', async () => {
    const keys = await query(`select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      (select array_agg(attname::text order by o) from unnest(conkey) with ordinality k(n, o) join pg_attribute on attrelid = conrelid and attnum = n) as own,
      (select array_agg(attname::text order by o) from unnest(confkey) with ordinality k(n, o) join pg_attribute on attrelid = confrelid and attnum = n) as its
      from pg_constraint where contype = 'f' and conparentid = 0`)
    expect(keys.length).toBeGreaterThan(20)
    for (const { child, parent, own, its } of keys as {
      child: string
      parent: string
      own: string[]
      its: string[]
    }[]) {
      const same = own.map((column, index) => `p.${its[index]} = c.${column}`).join(' and ')
      const present = own.map((column) => `c.${column} is not null`).join(' and ')
      expect([
        child,
        own,
        await count(`${child} c where ${present} and not exists (select from ${parent} p where ${same})`),
      ]).toEqual([child, own, 0])
    }
  })

  it('in its processors: of the product, and of the shop', async () => {
    expect(
      await count(`transaction t join processor p on p.id = t.processor_id left join payment_profile_processor x
        on x.payment_profile_id = t.payment_profile_id and x.processor_id = t.processor_id
        where p.payment_product <> t.payment_product or x.processor_id is null`),
    ).toBe(0)
  })

  it('in the decisions of the last 90 days: each way leads through the version of then to the processor', async () => {
    const from = `'${now.toISOString()}'::timestamptz - interval '89 days'`
    const decided = `decision d join transaction t on t.id = d.transaction_id`
    expect(await count(`${decided} where t.created_at > ${from}`)).toBeGreaterThan(1_500)
    expect(await count(`${decided} where not t.blocked and t.processor_id is distinct from d.processor_id`)).toBe(0)
    expect(await count(`${decided} where d.via = 'blocked' and t.status_reason <> 'ruleset'`)).toBe(0)
    const ways = await query(`select d.transaction_id, d.facts, d.path, d.processor_id, c.after -> 'details' as tree
      from decision d left join change c on c.entity = 'routing' and c.item_id = d.routing_id
        and (c.after ->> 'version')::int = d.routing_version where d.routing_id is not null`)
    expect(ways.length).toBeGreaterThan(50)
    for (const { transaction_id, facts, path, processor_id, tree } of ways) {
      const way = route(tree as Branch, factsAsked(facts as KnownFacts), lotsOf(String(transaction_id)))
      expect([writePath(way.path), way.processor]).toEqual([path, processor_id])
    }
  })

  it('in the rulesets: what hit a payment holds for it, and did to it what it does', async () => {
    expect(await count('routing')).toBe(3)
    expect(await count('validation_ruleset')).toBe(8)
    for (const action of ['tag', 'block', '3dSecure'])
      expect(await count(`validation_ruleset_hit where action = '${action}'`)).toBeGreaterThan(0)
    const hits = await query(`select d.transaction_id, d.facts, r.id, r.rules from validation_ruleset_hit x
      join validation_ruleset r on r.id = x.ruleset_id join decision d on d.transaction_id = x.transaction_id`)
    for (const { transaction_id, facts, id, rules } of hits)
      expect(
        holdAll(rules as Condition[], factsAsked(facts as KnownFacts), () =>
          lotsOf(String(transaction_id))(String(id)),
        ),
      ).toBe(true)
    const hit = 'validation_ruleset_hit x join transaction t on t.id = x.transaction_id'
    expect(await count(`${hit} where x.action = 'block' and not t.blocked`)).toBe(0)
    expect(
      await count(`${hit} where x.tag_id is not null and not exists (select from transaction_tag g
        where g.transaction_id = t.id and g.tag_id = x.tag_id)`),
    ).toBe(0)
    expect(
      await count(`${hit} join decision d on d.transaction_id = t.id
        where x.action = '3dSecure' and t.payment_product = 'card' and d.three_d_secure is null and not t.blocked`),
    ).toBe(0)
    expect(await count(`transaction where three_d_secure = 'NOT_HONOURED'`)).toBeGreaterThan(0)
  })

  it('in the roll-ups: they add up to the rows, and nothing is pending', async () => {
    for (const entity of ['transaction', 'refund', 'chargeback']) {
      const [sum] = await query(
        `select sum(n) as n, sum(amount) as amount from statistics_hour where entity = $1
         and merchant_id <> '00000000-0000-0000-0000-000000000000'`,
        [entity],
      )
      expect(sum).toEqual((await query(`select count(*) as n, sum(amount) as amount from ${entity}`))[0])
    }
    expect(await query('select from statistics_delta')).toEqual([])
    const database = databases[0]?.database
    if (!database) throw new Error('nothing was loaded')
    const ours = openDatabases(database, () => {}, { merchant: 1, provider: 1 })
    const found = await verify(ours.provider, () => now).finally(() => ours.close())
    expect(found).toMatchObject({ differences: 0, days: { last: '2026-11-20' } })
  })
})

describe('what is planned and disputed', () => {
  it('has payments that were taken once, and payments to come on cards that their shop can charge', async () => {
    expect(await count(`scheduled_transaction where status = 'DONE'`)).toBeGreaterThan(20)
    expect(await count(`scheduled_transaction where status = 'FAILED'`)).toBeGreaterThan(0)
    const at = now.toISOString()
    expect(
      await count(
        `scheduled_transaction where status = 'CREATED' and next_attempt_at < '${at}'::timestamptz + interval '1 day'`,
      ),
    ).toBeGreaterThan(10)
    expect(await count(`scheduled_transaction where status = 'CREATED' and next_attempt_at <= '${at}'`)).toBe(0)
    expect(
      await count(`scheduled_transaction s join card c on c.id = s.card_id left join payment_profile_processor x
        on x.payment_profile_id = s.payment_profile_id and x.processor_id = c.processor_id
        where x.processor_id is null or c.customer_id <> s.customer_id`),
    ).toBe(0)
    expect(
      await count(`scheduled_attempt a join transaction t on t.id = a.transaction_id
        where (a.status = 'PAID') <> (t.status = 'SETTLEMENT_COMPLETED') or t.recurring_type is distinct from 'subsequent'`),
    ).toBe(0)
  })

  it('has plans by the week, the month and the year, and subscriptions of a shop that hears of them by webhooks', async () => {
    expect(await query('select interval from plan group by 1 order by 1')).toEqual(
      ['month', 'week', 'year'].map((interval) => ({ interval })),
    )
    expect(
      await count(`subscription s join payment_profile p on p.id = s.payment_profile_id
        where s.status = 'ACTIVE' and p.webhook_transaction_update is not null`),
    ).toBeGreaterThan(0)
  })

  it('has plans and subscriptions of many days, few of which are charged when the demo starts', async () => {
    for (const table of ['plan', 'subscription_discount', 'subscription']) {
      const all = await count(table)
      expect(await count(`(select distinct created_at from ${table}) moment`), table).toBe(all)
    }
    expect(await count(`subscription s join plan p on p.id = s.plan_id where s.created_at < p.created_at`)).toBe(0)
    const charged = await count(`subscription where status = 'ACTIVE' and starts_on <= '${now.toISOString()}'`)
    expect(charged).toBeGreaterThan(5)
    expect(charged).toBeLessThan(15)
  })

  it('has reasons of refunds in the language of their merchant', async () => {
    const inWords = (language: string, words: string[]) =>
      count(`refund r join merchant m on m.id = r.merchant_id
        where m.language = '${language}' and r.reason = any(array['${words.join("','")}'])`)
    const [dutch, english] = [
      ['Retour ontvangen', 'Uit coulance'],
      ['Returned', 'Goodwill'],
    ] as const
    expect(await inWords('nl', [...dutch])).toBeGreaterThan(0)
    expect(await inWords('nl', [...english])).toBe(0)
    expect(await inWords('en-US', [...dutch])).toBe(0)
  })

  it('has evidence with every dispute, and refunds before some chargebacks', async () => {
    expect(
      await count(`chargeback c where (answer is not null) <> exists (select from transaction_event e
        where e.subject_id = c.id and e.to_status = 'IN_DISPUTE')`),
    ).toBe(0)
    expect(
      await count(`chargeback c where answer = 'DISPUTE' and not exists (select from chargeback_evidence e
        where e.chargeback_id = c.id)`),
    ).toBe(0)
    expect(await count('chargeback where answer is not null')).toBeGreaterThan(5)
    const [file] = await query('select content from chargeback_evidence order by id limit 1')
    expect(typeOfDocument(file?.content as Buffer)).toBe('application/pdf')
  })
})

describe('its money', () => {
  it('has an open difference of each kind, and a payment that came late', async () => {
    const found = await query(`select type from reconciliation_difference where status = 'OPEN' group by 1 order by 1`)
    expect(found.map(({ type }) => type)).toEqual([
      ...['AMOUNT', 'COST', 'CURRENCY', 'MISSING', 'RECEIVED', 'TWICE', 'UNKNOWN'],
    ])
    expect(await count(`reconciliation_difference where type = 'MISSING' and status <> 'OPEN'`)).toBeGreaterThan(0)
  })

  it('has money at the bank, a payout that came back, and a debt', async () => {
    expect(await query(`select closing > 0 as is_there from bank_statement order by number desc limit 1`)).toEqual([
      { is_there: true },
    ])
    expect(await query('select sum(debit - credit) > 0 as is_there from ledger_balance where code = 10')).toEqual([
      { is_there: true },
    ])
    expect(await count(`payout where status = 'RETURNED'`)).toBe(1)
    expect(await count(`settlement where carried < 0`)).toBeGreaterThan(0)
    expect(await count(`settlement_update where status = 'OPEN'`)).toBe(1)
  })

  it('has the money of merchants whole in EUR, now and at the end of each month', async () => {
    const opened = databases[0] && openDatabases(databases[0].database, () => {})
    if (!opened) throw new Error('nothing is loaded')
    const days =
      await query(`select distinct on (date_trunc('month', business_day)) business_day::text as day from ledger_balance
      order by date_trunc('month', business_day), business_day desc`)
    const short = []
    for (const day of [...days.map((each) => String(each.day)), undefined]) {
      const euros = (await clientMoneyAt(opened.provider, day)).find(({ currency_code }) => currency_code === 'EUR')
      if (euros && surplusOf(euros) < 0n) short.push({ day, surplus: surplusOf(euros) })
    }
    await opened.close()
    expect(days.length).toBeGreaterThan(12)
    expect(short).toEqual([])
  })
})

describe('around the rows', () => {
  it('indexes, triggers and row-level security are there again', async () => {
    const of = async (read: typeof query) =>
      read(`select (select count(*) from pg_index where indisvalid) as indexes,
        (select count(*) from pg_trigger where tgenabled = 'O') as triggers,
        (select count(*) from pg_class where relforcerowsecurity) as secured`)
    const untouched = await createTestDatabase()
    const other = new pg.Client(untouched.adminUrl)
    await other.connect()
    databases.push({ database: untouched, client: other })
    await other.query('select ensure_partitions($1::date, $2::date)', [new Date(now.getTime() - 761 * 86_400_000), now])
    expect(await of(query)).toEqual(await of(async (text) => (await other.query(text)).rows))
  })

  it('users can sign in, and merchants have their account at the sandbox', async () => {
    const { masterKey } = databases[0]?.database ?? { masterKey: '' }
    const users = await query('select email, password_hash from platform_user order by email')
    expect(users.map(({ email }) => email)).toEqual([
      'authenticator@kontor.example',
      'cashier@bloom.example',
      'disabled@kontor.example',
      'finance@kontor.example',
      'locked@kontor.example',
      'mail-code@kontor.example',
      'owner@bloom.example',
      'owner@harbour.example',
      'psp@kontor.example',
      'set-up@kontor.example',
      'support@kontor.example',
    ])
    expect(await isPasswordOf(String(users[0]?.password_hash), demoPassword)).toBe(true)
    const [processor] = await query('select merchant_id, id, credential from processor where account is null limit 1')
    const place = { merchant: String(processor?.merchant_id), record: String(processor?.id) }
    const credential = sandboxCredential(masterKey, place.merchant)
    expect(openCredential(masterKey, place, processor?.credential as Buffer)).toEqual(credential)
    expect(accounts.get(`/v1/accounts/${place.merchant}`)).toEqual({
      ...credential,
      notification_url: `http://127.0.0.1:4000/v1/processornotification/${place.merchant}`,
    })
    const own = await query('select merchant_id, id, account from processor where account is not null')
    expect(own).toHaveLength(4)
    for (const { merchant_id, id, account } of own) {
      expect(account).toBe(id)
      expect(accounts.get(`/v1/accounts/${id}`)).toEqual({
        ...sandboxCredential(masterKey, String(id)),
        notification_url: `http://127.0.0.1:4000/v1/processornotification/${merchant_id}`,
      })
    }
  })

  it('a load that takes the time itself has every route and ruleset that its payments name', {
    timeout: 180_000,
  }, async () => {
    const { client } = await loaded(1_500, null)
    const { rows } = await client.query(`select
      (select count(*)::int from decision where routing_id is not null) as routed,
      (select count(*)::int from decision d left join routing r on (r.merchant_id, r.id) = (d.merchant_id, d.routing_id)
        where d.routing_id is not null and r.id is null) as lost_routings,
      (select count(*)::int from validation_ruleset_hit) as hits,
      (select count(*)::int from validation_ruleset_hit h left join validation_ruleset r
        on (r.merchant_id, r.id) = (h.merchant_id, h.ruleset_id) where r.id is null) as lost_rulesets`)
    expect(rows[0]).toMatchObject({ lost_routings: 0, lost_rulesets: 0 })
    expect(Math.min(rows[0].routed, rows[0].hits)).toBeGreaterThan(0)
  })

  it('the same day gives the same demo', { timeout: 180_000 }, async () => {
    const fingerprints = []
    for (let load = 0; load < 2; load += 1) {
      const { client } = await loaded(300)
      const prints = []
      for (const table of loadedTables) {
        // Sealed values, salted hashes and keys must differ between loads, so they are left out.
        const { rows } = await client.query(`select md5(string_agg(line, '' order by line)) as print from
          (select (to_jsonb(x) - '{credential,notification_key,password_hash,date_of_birth,social_security_number}'::text[])::text as line from ${table} x) y`)
        prints.push([table, rows[0]?.print])
      }
      fingerprints.push(prints)
    }
    expect(fingerprints[0]).toEqual(fingerprints[1])
  })
})
