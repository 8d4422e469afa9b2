import { terminal } from '@kontor/contract/terminals/terminal.entity'
import type { TerminalEvent } from '@kontor/contract/terminals/terminal.schemas'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { itemChanges } from '../platform/changes/item-changes.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let provider: string
const logged: string[] = []

beforeAll(async () => {
  kontor = await startTestApp({ logger: { level: 'warn', stream: { write: (line) => void logged.push(line) } } })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  await kontor.connect(shop.merchant)
})
afterAll(() => kontor.stop())

const device = (given: Record<string, unknown> = {}) => ({
  payment_profile: shop.profile,
  name: 'Kassa 1',
  terminal_id: '60001234',
  model: 'V400c',
  serial_number: '806-123-456',
  ...given,
})
const pay = (terminal: string, given: Record<string, unknown> = {}) =>
  kontor.post(owner, '/v1/transaction', {
    payment_profile: shop.profile,
    amount: 1_250,
    payment_product: 'card',
    merchant_reference: 'at the till',
    card_token: 'test_visa',
    terminal,
    ...given,
  })
/** Runs a statement as the owner of the tables, for changes that the application may not make. */
async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(kontor.database.adminUrl)
  await client.connect()
  await client.query(statement, values)
  await client.end()
}
const read = async (id: string) => (await kontor.get(owner, `/v1/terminal/${id}`)).body

describe('a terminal', () => {
  it('is added by the provider’s staff, also while they view the merchant, and its printed id is there once', async () => {
    expect((await kontor.post(owner, '/v1/terminal', device())).status).toBe(403)
    const { status, body } = await kontor.post(provider, `/v1/terminal?merchant=${shop.merchant}`, device())
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'ACTIVE', connection: 'NEVER_SEEN', organisation: shop.merchant })
    const again = await kontor.post(provider, '/v1/terminal', device())
    expect([again.status, again.body.code]).toEqual([409, 'terminal_id_taken'])
  })

  it('that was added by mistake is deleted by the provider; one that took a payment is not', async () => {
    const { id } = (await kontor.post(provider, '/v1/terminal', device({ terminal_id: '60009999' }))).body
    const remove = (who: string) => kontor.call(who, 'DELETE', `/v1/terminal/${id}`, {})
    expect((await remove(owner)).status).toBe(403)
    await pay(id)
    expect(await remove(provider)).toMatchObject({ status: 409, body: { code: 'terminal_in_use' } })
    const { id: mistake } = (await kontor.post(provider, '/v1/terminal', device({ terminal_id: '60009998' }))).body
    expect((await kontor.call(provider, 'DELETE', `/v1/terminal/${mistake}`, {})).status).toBe(204)
    expect((await kontor.get(owner, `/v1/terminal/${mistake}`)).status).toBe(404)
    const item = { merchant: shop.merchant, entity: terminal, id: mistake }
    expect(await itemChanges(kontor.databases.provider, item)).toMatchObject([
      { operation: 'deleted', command: 'delete-terminal' },
      { operation: 'created', command: 'create-terminal' },
    ])
  })

  it('takes payments through the API: it was seen, its last payment is known, and payments are found by it', async () => {
    const { id } = (await kontor.post(provider, '/v1/terminal', device({ terminal_id: '60002222' }))).body
    const first = await pay(id)
    const second = await pay(id, { amount: 900 })
    expect([first.status, second.status, second.body.terminal]).toEqual([201, 201, id])
    expect(await read(id)).toMatchObject({
      connection: 'SEEN',
      last_transaction: second.body.id,
      last_transaction_at: second.body.created_at,
      last_seen_at: second.body.created_at,
    })
    const found = (await kontor.get(owner, `/v1/transaction?terminal=${id}`)).body
    expect(found.map((row: { id: string }) => row.id)).toEqual([second.body.id, first.body.id])
  })

  it('that was not heard of for a day is silent', async () => {
    const id = await kontor.make.terminal(shop, { last_seen_at: new Date(Date.now() - 24 * 3_600_000 - 1000) })
    const heard = await kontor.make.terminal(shop, { last_seen_at: new Date(Date.now() - 23 * 3_600_000) })
    expect((await read(id)).connection).toBe('SILENT')
    expect((await read(heard)).connection).toBe('SEEN')
    const { body } = await kontor.get(owner, '/v1/terminal?connection=SILENT')
    expect(body.map((row: { id: string }) => row.id)).toEqual([id])
  })

  it('takes nothing while it is inactive, for another shop, or of another merchant', async () => {
    const id = await kontor.make.terminal(shop)
    expect((await kontor.post(owner, `/v1/terminal/${id}/deactivate`)).body.status).toBe('INACTIVE')
    expect((await pay(id)).body.code).toBe('terminal_inactive')
    expect((await kontor.post(owner, `/v1/terminal/${id}/activate`)).body.status).toBe('ACTIVE')
    const otherShop = await kontor.make.profile(shop.merchant, { processors: [shop.processor] })
    const elsewhere = await pay(id, { payment_profile: otherShop })
    expect([elsewhere.status, elsewhere.body.details]).toEqual([400, { 'body.terminal': 'of_another_profile' }])
    const foreign = await kontor.make.terminal(await kontor.make.merchant())
    expect((await pay(foreign)).body.details).toEqual({ 'body.terminal': 'not_found' })
    // The terminal was seen, whatever the answer was.
    expect(await read(id)).toMatchObject({ connection: 'SEEN', last_transaction: null })
  })

  it('shows what it asked of the API and was answered, also what was refused and left no payment behind', async () => {
    const id = await kontor.make.terminal(shop)
    const paid = await pay(id, { merchant_reference: 'Till 1' })
    await pay(id, { currency_code: 'USD' })
    await pay(id, { merchant_reference: '4111 1111 1111 1111' })
    await kontor.post(owner, `/v1/terminal/${id}/deactivate`)
    await pay(id)
    const looker = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TERMINAL_LIST'] })
    const { body: requests } = await kontor.get(looker, `/v1/terminal/${id}/requests`)
    expect(requests).toMatchObject([
      { response_code: 409, code: 'terminal_inactive', transaction: null, merchant_reference: 'at the till' },
      // A card number is never recorded.
      { response_code: 400, code: 'invalid_request', merchant_reference: null },
      { response_code: 422, code: 'currency_mismatch', details: { 'body.currency_code': 'must_be_EUR' } },
      { response_code: 201, code: null, transaction: paid.body.id, merchant_reference: 'Till 1' },
    ])
    expect(requests[0].actor_name).toMatch(/^User/)
    // A merchant sees that its provider asked, and never which of the provider's people.
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const till = await kontor.make.terminal(shop)
    const ofStaff = { payment_profile: shop.profile, amount: 1, payment_product: 'card', merchant_reference: 'x' }
    await kontor.post(staff, `/v1/transaction?merchant=${shop.merchant}`, {
      ...{ ...ofStaff, card_token: 'test_visa', terminal: till },
    })
    expect((await kontor.get(looker, `/v1/terminal/${till}/requests`)).body).toMatchObject([{ actor_name: null }])
    // A request in the name of another merchant's terminal leaves no trace there.
    const stranger = await kontor.make.merchant()
    const other = await kontor.make.cookie({ merchant: stranger.merchant, roles: ['USER_ALL'] })
    const body = { payment_profile: stranger.profile, amount: 1, payment_product: 'card', merchant_reference: 'x' }
    await kontor.post(other, '/v1/transaction', { ...body, card_token: 'test_visa', terminal: id })
    expect((await kontor.get(looker, `/v1/terminal/${id}/requests`)).body).toHaveLength(4)
    expect((await kontor.get(other, `/v1/terminal/${id}/requests`)).status).toBe(404)
  })

  it('learns nothing from whoever may make no payments, and their refusal is no defect', async () => {
    const id = await kontor.make.terminal(shop)
    const callers = [
      await kontor.make.apiKey(shop.merchant, ['REPORT_LIST']),
      await kontor.make.cookie({ merchant: shop.merchant, roles: ['TERMINAL_LIST'] }),
      await kontor.make.cookie({ roles: ['TRANSACTION_LIST'] }),
      '',
      'kontor_made_up',
    ]
    for (const who of callers) {
      const { status } = await kontor.post(who, '/v1/transaction', { terminal: id, merchant_reference: 'forged' })
      expect([401, 403]).toContain(status)
    }
    const foreignPage = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const refused = await kontor.post(owner, '/v1/transaction', { terminal: id }, foreignPage)
    expect(refused.body.code).toBe('origin_refused')
    expect((await kontor.get(owner, `/v1/terminal/${id}/requests`)).body).toEqual([])
    expect(await read(id)).toMatchObject({ connection: 'NEVER_SEEN', last_seen_at: null })
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('that is refused again and again hides no payment, and is not noted without end', async () => {
    const id = await kontor.make.terminal(shop)
    const paid = await pay(id, { merchant_reference: 'before' })
    const wrong = { amount: -1, merchant_reference: { length: { toString: 1, valueOf: 1 } } }
    for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 10 }, () => pay(id, wrong)))
    const { body: requests } = await kontor.get(owner, `/v1/terminal/${id}/requests`)
    expect(requests).toHaveLength(101)
    expect(requests.at(-1)).toMatchObject({ response_code: 201, transaction: paid.body.id })
    // A few at once may each count before the others are kept.
    const kept = await kontor.databases.provider
      .selectFrom('terminal_request')
      .select((row) => row.fn.countAll().as('count'))
      .where('terminal_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(kept.count)).toBeLessThanOrEqual(110)
  })

  it('is renamed and assigned by role, and who did it is on record', async () => {
    const id = await kontor.make.terminal(shop, { name: 'Old' })
    const organisation = await kontor.make.organisation(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant, { organisation, name: 'Station' })
    const keeper = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TERMINAL_LIST', 'TERMINAL_UPDATE'] })
    const looker = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TERMINAL_LIST'] })
    expect((await kontor.post(looker, `/v1/terminal/${id}`, { name: 'New' })).status).toBe(403)
    const { body } = await kontor.post(keeper, `/v1/terminal/${id}`, { name: 'New', payment_profile: profile })
    expect(body).toMatchObject({ name: 'New', payment_profile: profile, organisation })
    const { body: events } = await kontor.get(looker, `/v1/terminal/${id}/events`)
    expect(events).toMatchObject([
      { kind: 'assigned', after: 'Station' },
      { kind: 'renamed', before: 'Old', after: 'New' },
      { kind: 'created' },
    ])
    const earlier = `insert into terminal_event (merchant_id, terminal_id, at, kind, before, after, actor_kind)
      values ($1, $2, now() - interval '1 year', 'renamed', 'Oldest', 'Old', 'user')`
    await asOwner(earlier, [shop.merchant, id])
    const { body: all } = await kontor.get(looker, `/v1/terminal/${id}/events`)
    expect(all.map(({ kind, before }: TerminalEvent) => [kind, before])).toEqual([
      ...events.map(({ kind, before }: TerminalEvent) => [kind, before]),
      ['renamed', 'Oldest'],
    ])
    expect(new Set(all.map((event: TerminalEvent) => event.id)).size).toBe(4)
    const foreign = await kontor.make.merchant()
    const refused = await kontor.post(keeper, `/v1/terminal/${id}`, { payment_profile: foreign.profile })
    expect(refused.body.details).toEqual({ 'body.payment_profile': 'not_found' })
  })
})
