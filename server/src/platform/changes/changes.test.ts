import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entities } from '@kontor/contract/entities'
import { defaultPasswordPolicy } from '@kontor/contract/identity/password.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Attempts, application, denied, openAttempts } from '../../../test/signing-in/attempts.ts'
import { itemChanges } from './item-changes.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  db = await openAttempts(kontor, shop.merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const nobody = '00000000-0000-0000-0000-000000000000'
const described = (entity: string) => entities.find(({ name }) => name === entity) ?? { name: entity }
/** The entities whose rows belong to no merchant. */
const ofProvider = [
  ...['welcome_mail', 'scheme', 'package', 'psp_bank_account', 'payment_order', 'settlement_schedule'],
  ...['sap_connection', 'sap_mapping', 'sap_batch'],
]
const changesOf = (entity: string, id: string, merchant = shop.merchant) =>
  itemChanges(kontor.databases.provider, { merchant, entity: described(entity), id })
const newPlan = (given: object = {}) => ({
  ...{ name: 'Monthly', payment_profile: shop.profile, amount: 1_000, interval: 'month' },
  ...given,
})
const versions = (changes: { version: number }[]) => changes.map(({ version }) => version)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index)

describe('a change of configuration', () => {
  it('says who, when, from where, by which command, and what it was and became', async () => {
    const { id } = (await kontor.post(owner, '/v1/plan', newPlan())).body
    const before = Date.now()
    await kontor.post(owner, `/v1/plan/${id}`, newPlan({ amount: 1_250, description: 'Dearer' }))
    const [changed, made] = await changesOf('plan', id)
    expect(changed).toMatchObject({
      ...{ version: 2, operation: 'updated', command: 'update-plan', ip: '127.0.0.1' },
      ...{ actor_kind: 'user', acted_as_merchant: false, part: null },
      fields: expect.arrayContaining([
        { field: 'amount', before: 1_000, after: 1_250 },
        { field: 'description', before: null, after: 'Dearer' },
      ]),
    })
    expect(changed?.fields).toHaveLength(2)
    expect(changed?.actor_name).toMatch(/^User/)
    expect(Math.abs(Date.parse(changed?.at ?? '') - before)).toBeLessThan(60_000)
    expect(made).toMatchObject({ version: 1, operation: 'created', command: 'create-plan' })
    // The change has the contract's field name, and fields without a value are left out.
    expect(made?.fields).toContainEqual({ field: 'payment_profile', before: null, after: shop.profile })
    expect(made?.fields.map(({ field }) => field)).not.toContain('redirect_url')
    await kontor.call(owner, 'DELETE', `/v1/plan/${id}`, {})
    expect((await changesOf('plan', id))[0]).toMatchObject({ version: 3, operation: 'deleted', command: 'delete-plan' })
  })

  it('by the provider’s staff in a merchant’s view says so', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { id } = (await kontor.post(staff, `/v1/plan?merchant=${shop.merchant}`, newPlan())).body
    const key = await kontor.make.apiKey(shop.merchant)
    await kontor.post(key, `/v1/plan/${id}`, newPlan({ name: 'By a program' }))
    expect(await changesOf('plan', id)).toMatchObject([
      { actor_kind: 'api_key', acted_as_merchant: false },
      { actor_kind: 'user', acted_as_merchant: true },
    ])
    const { merchant } = await kontor.make.merchant({ active: false })
    // Activating is the provider's own command, in no merchant's view.
    await kontor.post(staff, `/v1/psp/merchant/${merchant}/activate`)
    const [on] = await changesOf('merchant', merchant, merchant)
    expect(on).toMatchObject({ command: 'activate-merchant', acted_as_merchant: false })
    expect(on?.fields).toEqual([{ field: 'active', before: false, after: true }])
  })

  it('without a command names none, and changes nothing where nothing changed', async () => {
    const plan = await kontor.make.plan(shop, { name: 'Monthly' })
    const write = (name: string) =>
      kontor.databases.provider.updateTable('plan').set({ name }).where('id', '=', plan).execute()
    await write('Monthly')
    await write('Each month')
    expect(await changesOf('plan', plan)).toMatchObject([
      { version: 2, command: null, ip: null, actor_kind: 'system', actor_name: null },
      { version: 1 },
    ])
  })

  it('of what belongs to an item is a version of the item', async () => {
    const profile = await kontor.make.profile(shop.merchant, { processors: [shop.processor] })
    await kontor.post(owner, `/v1/paymentprofile/${profile}`, { webhook_failed_email: 'ops@shop.example' })
    expect(await changesOf('payment_profile', profile)).toMatchObject([
      { version: 3, part: null, fields: [{ field: 'webhook_failed_email', after: 'ops@shop.example' }] },
      { version: 2, part: 'payment_profile_processor', part_id: shop.processor, operation: 'created' },
      { version: 1, part: null, operation: 'created' },
    ])
  })

  it('that names one of several kinds of thing, such as the prices of a merchant, says its name', async () => {
    const { merchant } = await kontor.make.merchant()
    const scheme = await kontor.make.scheme({ name: 'Bloemenprijs', merchants: [merchant] })
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { body } = await kontor.get(staff, `/v1/psp/merchant/${merchant}/history`)
    expect(body.names).toMatchObject({ [scheme.id]: 'Bloemenprijs' })
  })

  it('that names a person says who that is, and says whose work it was once', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const { id: user } = await kontor.make.user({ merchant: shop.merchant, name: 'Eva Eigen' })
    const files = await kontor.make.processorSettlement(shop.merchant, { user })
    const { body } = await kontor.get(staff, `/v1/processorsettlement/${files}/history`)
    expect(body.names).toMatchObject({ [user]: 'Eva Eigen' })
    await sql`update processor set user_id = ${user} where id = ${shop.processor}`.execute(kontor.databases.provider)
    const boss = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PROCESSOR_ALL'] })
    const own = await kontor.get(boss, `/v1/processor/${shop.processor}/history`)
    expect([own.status, own.body.names]).toEqual([200, expect.objectContaining({ [user]: 'Eva Eigen' })])
    const answer = await fetch(`${kontor.url}/v1/psp/import?type=customer&into=${shop.merchant}`, {
      method: 'POST',
      headers: { cookie: staff, 'content-type': 'text/csv', 'x-file-name': 'file.csv' },
      body: 'reference\nK1\n',
    })
    const { id } = JSON.parse(await answer.text())
    const { changes } = (await kontor.get(staff, `/v1/psp/import/${id}/history`)).body
    const fields = changes.flatMap((each: { fields: { field: string }[] }) => each.fields.map(({ field }) => field))
    expect(fields).toContain('created_by')
    expect(fields).not.toContain('created_by_id')
  })

  it('that the system makes by itself is none', async () => {
    const terminal = await kontor.make.terminal(shop)
    const key = await kontor.make.apiKey(shop.merchant)
    await kontor.get(key, '/v1/plan')
    await sql`update terminal set last_seen_at = now() where id = ${terminal}`.execute(kontor.databases.provider)
    const before = await changesOf('installation', nobody, nobody)
    await db.rows('update installation set demo = true, clock_offset_ms = 1')
    await db.rows('update installation set clock_offset_ms = 0')
    const keys = await db.rows(`select id from api_key where last_used_at is not null and merchant_id = $1`, [
      shop.merchant,
    ])
    expect(await changesOf('terminal', terminal)).toHaveLength(1)
    expect(keys.length).toBeGreaterThan(0)
    for (const { id } of keys) expect(await changesOf('api_key', String(id))).toHaveLength(1)
    const after = await changesOf('installation', nobody, nobody)
    expect(after.length - before.length).toBe(1)
    expect(after[0]?.fields).toEqual([{ field: 'demo', before: false, after: true }])
  })

  it('is undone with its transaction', async () => {
    const plan = await kontor.make.plan(shop)
    const write = kontor.databases.provider.transaction().execute(async (trx) => {
      await trx.updateTable('plan').set({ amount: 1 }).where('id', '=', plan).execute()
      expect(await itemChanges(trx, { merchant: shop.merchant, entity: described('plan'), id: plan })).toHaveLength(2)
      throw new Error('not after all')
    })
    await expect(write).rejects.toThrow('not after all')
    expect(await changesOf('plan', plan)).toHaveLength(1)
  })
})

describe('versions of an item', () => {
  it('have no gap and none twice, whoever changes it at the same moment', async () => {
    const { id } = (await kontor.post(owner, '/v1/plan', newPlan())).body
    const amounts = Array.from({ length: 12 }, (_, index) => 2_000 + index)
    const answers = await Promise.all(
      amounts.map((amount) => kontor.post(owner, `/v1/plan/${id}`, newPlan({ amount }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(amounts.map(() => 200))
    const changes = await changesOf('plan', id)
    expect(versions(changes)).toEqual(upTo(13))
    // Each change begins with the value at which the one before it ended.
    const steps = changes.slice(0, -1).map(({ fields }) => fields.find(({ field }) => field === 'amount'))
    for (const [index, step] of steps.slice(0, -1).entries()) expect(step?.before).toBe(steps[index + 1]?.after)
  })

  it('have none when rows that belong to it are made at the same moment as it is changed', async () => {
    const profile = await kontor.make.profile(shop.merchant)
    const processors = await Promise.all(Array.from({ length: 8 }, () => kontor.make.processor(shop.merchant)))
    await Promise.all([
      ...processors.map((processor_id, position) =>
        kontor.databases.provider
          .insertInto('payment_profile_processor')
          .values({ merchant_id: shop.merchant, payment_profile_id: profile, processor_id, position })
          .execute(),
      ),
      ...['a', 'b'].map((name) =>
        kontor.post(owner, `/v1/paymentprofile/${profile}`, { webhook_refund_update: `https://${name}.example/` }),
      ),
    ])
    expect(versions(await changesOf('payment_profile', profile))).toEqual(upTo(11))
  })

  it('lead back: an item with all of its parts is what it was once the later ones are undone', async () => {
    const { provider } = kontor.databases
    const processors = await Promise.all([1, 2, 3].map(() => kontor.make.processor(shop.merchant)))
    const [first = '', second = '', third = ''] = processors
    const profile = await kontor.make.profile(shop.merchant, { processors: [first, second] })
    const change = (values: object) => kontor.post(owner, `/v1/paymentprofile/${profile}`, values)
    const now = async () => {
      const [item] = await db.rows('select to_jsonb(p) as row from payment_profile p where id = $1', [profile])
      const parts = await db.rows(
        // The share by which it may be chosen is no part of the choice.
        `select processor_id as id, to_jsonb(x) - 'share_id' as row from payment_profile_processor x
          where payment_profile_id = $1`,
        [profile],
      )
      return new Map([['', item?.['row']], ...parts.map(({ id, row }) => [String(id), row] as const)])
    }
    await change({ webhook_failed_email: 'one@shop.example' })
    const [then, version] = [await now(), (await changesOf('payment_profile', profile))[0]?.version]
    await change({ webhook_failed_email: 'two@shop.example' })
    await db.rows('update payment_profile_processor set position = 7 where processor_id = $1', [first])
    await db.rows('delete from payment_profile_processor where processor_id = $1', [second])
    await provider
      .insertInto('payment_profile_processor')
      .values({ merchant_id: shop.merchant, payment_profile_id: profile, processor_id: third, position: 1 })
      .execute()
    const state = await now()
    const later = await db.rows(
      'select part_id, before from change where item_id = $1 and version > $2 order by version desc',
      [profile, version],
    )
    expect(later).toHaveLength(4)
    for (const { part_id, before } of later) {
      if (before === null) state.delete(String(part_id ?? ''))
      else state.set(String(part_id ?? ''), before)
    }
    expect(Object.fromEntries(state)).toEqual(Object.fromEntries(then))
  })

  it('are chained: what is altered behind our back breaks the chain', async () => {
    const plan = await kontor.make.plan(shop)
    for (const amount of [1_100, 1_200])
      await kontor.databases.provider.updateTable('plan').set({ amount }).where('id', '=', plan).execute()
    const broken = `select version from (select c, version, lag(hash) over (order by version) as previous from change c
      where item_id = $1) x where (c).hash <> change_hash(c, previous)`
    const inZone = (zone: string) => db.rows(`set timezone = '${zone}'`)
    expect(await db.rows(broken, [plan])).toEqual([])
    await inZone('Asia/Tokyo')
    expect(await db.rows(broken, [plan])).toEqual([])
    await inZone('UTC')
    await db.rows('alter table change disable trigger written_once')
    await db.rows(`update change set after = after || '{"amount": 1}' where item_id = $1 and version = 2`, [plan])
    await db.rows('alter table change enable trigger written_once')
    expect(await db.rows(broken, [plan])).toEqual([{ version: 2 }])
  })
})

describe('the trail', () => {
  it('is changed by nobody, the owner of the database included', async () => {
    const row = await db.rows('select * from change limit 1')
    expect(row).toHaveLength(1)
    for (const who of [...application, 'owner'] as const)
      for (const statement of [`update change set command = 'x'`, 'delete from change', 'truncate change'])
        expect([who, statement, await db.attempt(who, statement)]).toEqual([who, statement, denied])
    for (const who of application) {
      expect(await db.insert(who, 'change', row[0] ?? {})).toBe(denied)
      expect(await db.attempt(who, 'select from recorded_table')).toBe(denied)
    }
  })

  it('is read by each merchant for itself, without what its role may not read anyway', async () => {
    const { merchant } = await kontor.make.merchant()
    const other = await kontor.make.merchant()
    const [organisation = ''] = [await kontor.make.organisation(other.merchant)]
    await kontor.make.user({ merchant, roles: ['TAG_LIST'] })
    const seen = (statement: string, values: unknown[] = []) => db.attempt('merchant', statement, values, merchant)
    expect(await seen('select from change where merchant_id <> $1', [merchant])).toBe('0 rows')
    expect(await seen('select from change where item_id = $1', [organisation])).toBe('0 rows')
    expect(await seen(`select from change where entity = 'processor' limit 1`)).toBe('1 rows')
    await kontor.databases.provider
      .insertInto('password_policy')
      .values({ merchant_id: merchant, ...defaultPasswordPolicy })
      .execute()
    const hidden = await db.rows(`select entity, case when part is not null then name end as part from recorded_table
      where not has_table_privilege('kontor_merchant', name, 'select') order by name`)
    expect(hidden.map(({ entity, part }) => part ?? entity)).toEqual([
      'api_key',
      'import',
      'package',
      'password_policy',
      'payment_order',
      'payout',
      'user',
      'psp_bank_account',
      'role_grant',
      'sap_batch',
      'sap_connection',
      'sap_mapping',
      'scheme',
      'scheme_version',
      'settlement_schedule',
      'settlement_skip',
      'sign_on',
      'welcome_mail',
    ])
    await newSignOn(merchant)
    await kontor.make.apiKey(merchant)
    await kontor.make.pspBankAccount()
    await kontor.make.welcomeMail()
    await kontor.make.scheme()
    await kontor.make.importOf(merchant)
    await kontor.make.paymentOrder()
    await kontor.make.pricePackage()
    await kontor.make.sapBatch()
    await kontor.make.sapMapping()
    const schedule = await kontor.make.settlementSchedule()
    const skipped = [schedule, '2026-12-14', 'The bank is closed']
    await db.rows('insert into settlement_skip (schedule_id, day, reason) values ($1, $2, $3)', skipped)
    const settlement = await kontor.make.settlement(merchant)
    await db.rows(`update payout set remarks = '{first_payout}' where id = $1`, [settlement])
    for (const { entity, part } of hidden) {
      const whose = ofProvider.includes(String(entity)) ? nobody : merchant
      const such = 'select from change where merchant_id = $1 and entity = $2 and part is not distinct from $3 limit 1'
      expect(await db.attempt('provider', such, [whose, entity, part])).toBe('1 rows')
      expect(await seen(such, [whose, entity, part])).toBe('0 rows')
    }
  })

  it('holds no secret, whatever is written into its column', async () => {
    const user = await kontor.make.user({ merchant: shop.merchant, password_hash: 'made-with-a-canary' })
    await kontor.make.apiKey(shop.merchant)
    await kontor.make.processorSettlement(shop.merchant)
    await kontor.make.bankAccount(shop.merchant, { name_check: 'CLOSE' })
    await kontor.make.pspBankAccount()
    await newSignOn()
    const secrets = await db.rows(`select r.name as table, c.column_name as column, c.data_type as type, r.entity
      from recorded_table r cross join unnest(r.secret) s
      join information_schema.columns c on c.table_name = r.name and c.column_name = s
      -- A number or an instant of a secret can hold no part of it.
      where c.data_type in ('text', 'bytea')`)
    expect(secrets.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
      'api_key.secret_hash',
      'bank_account.iban',
      'bank_account.name_suggested',
      'installation.derivation_key',
      'installation.key_fingerprint',
      'installation.next_key_fingerprint',
      'platform_user.password_hash',
      'processor.credential',
      'processor.notification_key',
      'processor.second_credential',
      'processor_settlement.credential',
      'provider_bank_account.iban',
      'sign_on.client_secret',
    ])
    const canary = 'canary-canary-canary-canary-32-b'
    for (const { table, column, type, entity } of secrets) {
      const value = type === 'bytea' ? `'${canary}'::bytea` : `'${canary}'`
      const isOfProvider = table === 'installation' || ofProvider.includes(String(entity))
      const one = isOfProvider ? 'true' : 'merchant_id is not null'
      const row = `ctid = (select ctid from ${table} where ${one} limit 1)`
      await db.rows(`update ${table} set ${column} = ${value} where ${row}`)
    }
    const trail = (await db.column('select to_jsonb(c)::text from change c')).join('\n')
    for (const form of ['canary', Buffer.from('canary').toString('hex'), Buffer.from(canary).toString('base64')])
      expect(trail).not.toContain(form)
    // A text that is no secret is found: the search itself works.
    expect(trail).toContain(user.email)
    for (const { entity, column } of secrets) {
      const [last] = await db.rows(
        `select before = after as same from change where entity = $1 and $2 = any(secrets) and operation = 'updated'`,
        [entity, column],
      )
      expect([entity, last]).toEqual([entity, { same: true }])
    }
    const changes = await changesOf('user', user.id)
    expect(changes.at(-1)?.fields).toContainEqual({ field: 'password_hash', before: null, after: null, isSecret: true })
  })

  it('is told in words: every part and every column of what shows its history has a text', async () => {
    const textsOf = (file: string) =>
      JSON.parse(readFileSync(join(import.meta.dirname, `../../../../web/public/locales/nl/${file}.json`), 'utf8'))
    const [fields, main] = [textsOf('fields'), textsOf('main')]
    const rows = (await db.rows(`select t.name, t.entity, t.part,
        string_agg(c.column_name, ' ' order by c.column_name) as columns
      from recorded_table t join information_schema.columns c on c.table_name = t.name
      where c.column_name <> all (t.noise || t.secret) and c.column_name not in ('merchant_id', t.item)
      group by t.name`)) as { name: string; entity: string; part: string | null; columns: string }[]
    const untold = entities
      .filter(({ hasHistory }) => hasHistory)
      .flatMap((entity) =>
        rows
          .filter((table) => table.entity === entity.recordedAs)
          .flatMap(({ name, part, columns }) => [
            ...(part !== null && !(name in main.history.part) ? [name] : []),
            ...columns
              .split(' ')
              .map((column) => (part === null && column in entity.fields ? column : column.replace(/_id$/, '')))
              // The types of texts take `length` for that of a string.
              .filter((column) => column !== 'length' && !(column in fields) && !(`${entity.name}.${column}` in fields))
              .map((column) => `${entity.name}.${column}`),
          ]),
      )
    expect(untold).toEqual([])
  })

  it('names every column that sounds like a secret among those that it leaves out', async () => {
    const suspicious = await db.column(`select r.name || '.' || c.column_name from recorded_table r
      join information_schema.columns c on c.table_name = r.name and c.table_schema = 'public'
      where c.column_name <> all (r.secret) and (c.data_type = 'bytea'
        or c.column_name ~ '(secret|hash|password|token|credential|private|sealed|key|code_)')`)
    expect(suspicious.sort()).toEqual([
      // Of these not even a change is recorded: an IBAN has one for good.
      'bank_account.iban_fingerprint',
      // The id of an address, whether a password works, and the moments when a password was set and when a link to set one was asked for.
      'platform_user.password_changed_at',
      'platform_user.password_mailed_at',
      'provider_bank_account.iban_fingerprint',
      'sign_on.password_allowed',
      'webhook_address.address_key',
    ])
  })
})

const newSignOn = (merchant = shop.merchant) =>
  kontor.databases.provider
    .insertInto('sign_on')
    .values({
      ...{ merchant_id: merchant, active: false, issuer: 'https://login.example', client_id: 'kontor' },
      ...{ client_secret: Buffer.from('sealed'), domains: [], password_allowed: true },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Tables that are not recorded, by the reason. */
const notRecorded = {
  'has events of its own (docs/adr/0055)': [
    ...['customer', 'card', 'payment_link', 'card_add_link', 'transaction', 'refund', 'chargeback'],
    ...['customer_event', 'link_event', 'transaction_event', 'sign_in_event', 'terminal_event'],
  ],
  'is how somebody signs in, which sign_in_event tells': [
    ...['session', 'user_token', 'totp', 'recovery_code', 'passkey', 'challenge', 'remembered_device'],
    ...['remembered_device_secret', 'attempt_counter', 'linked_identity', 'sign_on_session', 'sign_on_logout'],
  ],
  'is what happened, and not a rule': [
    ...[
      'processor_call',
      'middleware_copy',
      'card_call',
      'audit_trail_item',
      'audit_trail_content',
      'audit_trail_intent',
      'audit_trail_process',
      'processor_notification',
      'webhook',
      'webhook_attempt',
      'terminal_request',
      'agreement',
    ],
    ...['checkout_payment', 'scheduled_attempt', 'subscription_cycle', 'chargeback_evidence', 'chargeback_reminder'],
    ...[
      'import_piece',
      'import_rejection',
      'import_made',
      'import_mapping',
      'transaction_tag',
      'change',
      'payment_attempt',
      'payment_return',
      'outbox_resolution',
    ],
    ...['middleware_call', 'decision', 'validation_ruleset_hit', 'routing_processor'],
    ...['uncaptured_order', 'status_update', 'cache_removal', 'removed_data', 'emptied_month'],
    ...['bank_account_file', 'bank_account_reading', 'bank_account_alarm'],
    ...['processor_settlement_file', 'processor_settlement_line', 'reconciled_line', 'reconciliation_difference'],
    ...['ledger_transfer', 'ledger_day', 'ledger_check', 'invoice', 'invoice_book'],
    ...['payment_order_file', 'payment_order_download', 'bank_statement', 'bank_entry', 'settlement_update'],
    ...['processor_receipt', 'fee_sweep', 'client_money_day'],
    ...['sap_batch_sum', 'sap_sending', 'sap_line'],
  ],
  'is work that waits, or whose turn it is': [
    'outbox',
    'outbox_attempt',
    'mail',
    'idempotency_key',
    'periodic_lease',
    'ledger_event',
    'ledger_event_aside',
    'invoice_mail',
    'key_rotation',
  ],
  'follows from others': [
    ...['statistics_delta', 'statistics_hour', 'statistics_day', 'statistics_day_cube', 'statistics_day_processor'],
    ...['statistics_check', 'statistics_customer', 'customer_rfm', 'customer_rfm_scale', 'customer_rfm_due'],
    'statistics_delta_aside',
    ...[
      'ledger_book',
      'ledger_balance',
      'ledger_hold',
      'ledger_available',
      'ledger_invoiced',
      'ledger_vat',
      'ledger_volume',
    ],
    'ledger_day_sum',
    ...['merchant_volume', 'ruleset_version', 'settlement_line', 'settlement_number', 'settlement_progress'],
    ...['scheme_rehearsal', 'scheme_rehearsal_part'],
    ...['invoice_number', 'invoice_progress'],
  ],
  'is somebody’s own way of looking, or what they have not finished': [
    'saved_view',
    'routing_draft',
    'new_routing_draft',
  ],
  'is a file that people have made of what is there, and who downloaded it': [
    ...['report', 'report_piece', 'report_download'],
  ],
  'is published by others, or stands in the program': [
    ...['exchange_rate', 'exchange_rate_fetch', 'currency', 'status_transition', 'transaction_status', 'role'],
    ...['recorded_table', 'migration', 'migration_lock', 'ledger_code', 'ledger_kind', 'vat_rate'],
  ],
}

it('every table is recorded, or says why not', async () => {
  const tables = await db.column(`select relname from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and not relispartition`)
  const recorded = await db.column('select name from recorded_table')
  const triggers = await db.column(`select tgrelid::regclass::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'record_change' and tgenabled = 'O'`)
  expect(triggers.sort()).toEqual(recorded.sort())
  expect([...recorded, ...Object.values(notRecorded).flat()].sort()).toEqual(tables.sort())
})

/** Entities whose rows show no history, by the reason. */
const withoutHistory = {
  'has events of its own (docs/adr/0055)': [
    ...['customer', 'card', 'transaction', 'refund', 'chargeback', 'payment_link', 'card_add_link'],
  ],
  'is what happened, and its row says who did it, when, and what it was and became': [
    ...['status_update', 'settlement_update', 'stuck_operation', 'bank_entry', 'client_money_day'],
    ...['settlement', 'invoice', 'report', 'webhook', 'audit_trail_item', 'psp_audit_trail_item'],
  ],
}

it('every entity shows its history, or says why not', () => {
  const shown = entities.filter(({ hasHistory }) => !hasHistory).map(({ name }) => name)
  expect(shown.sort()).toEqual(Object.values(withoutHistory).flat().sort())
})
