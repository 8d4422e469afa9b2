import { pathOf } from '@kontor/contract/endpoint'
import { entities } from '@kontor/contract/entities'
import type { History } from '@kontor/contract/platform/history'
import { putBack, restorable } from '@kontor/contract/restorable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())

const resourceOf = (entity: string) => entities.find(({ name }) => name === entity)?.resource ?? entity.replace('_', '')
async function rowOf(entity: string, id: string) {
  if (entities.some(({ name }) => name === entity))
    return (await kontor.get(staff, `/v1/${resourceOf(entity)}/${id}`)).body
  const { body } = await kontor.get(staff, `/v1/${resourceOf(entity)}`)
  return body.find((row: { id: string }) => row.id === id)
}
const historyOf = async (entity: string, id: string): Promise<History> =>
  (await kontor.get(staff, `/v1/${resourceOf(entity)}/${id}/history`)).body
const update = (entity: string, id: string, body: object, headers: Record<string, string> = {}) => {
  const way = restorable[entity]
  if (!way) throw new TypeError(`${entity} cannot be restored`)
  return kontor.call(staff, 'POST', pathOf(way.endpoint, { id }), body, headers)
}
/** What the screen does: the fields that differ from a version, by the entity's own command. */
async function back(entity: string, id: string, version: number) {
  const way = restorable[entity]
  if (!way) throw new TypeError(`${entity} cannot be restored`)
  const row = await rowOf(entity, id)
  const fields = putBack(way, (await historyOf(entity, id)).changes, version)
  const body = {
    ...Object.fromEntries((way.always ?? []).map((name) => [name, row[name]])),
    ...Object.fromEntries(fields.map(({ name, earlier }) => [name, earlier])),
  }
  return { fields, answer: await update(entity, id, body, { 'restored-from': String(version) }) }
}

const legal = {
  ...{ legal_name: 'Other B.V.', vat_number: 'NL123456789B01', chamber_of_commerce: '12345678' },
}
const somebody = async () => (await kontor.make.user({ merchant: shop.merchant })).id

/** `unread` are fields that are in no row. */
const changed: Record<string, () => Promise<{ id: string; from?: object; to: object; unread?: object }>> = {
  payment_profile: async () => ({
    id: (await kontor.make.profile(shop.merchant, { name: 'Shop' })) as string,
    to: {
      ...{ name: 'Other', display_name: 'Other shop', website: 'https://shop.example/', description: 'Text' },
      ...{ webhook_failed_email: 'a@b.example', largest_payment: 5_000, currency_code: 'GBP', mcc: '5451' },
      ...{ webhook_transaction_update: 'https://shop.example/t', webhook_refund_update: 'https://shop.example/r' },
      ...{ webhook_chargeback_update: 'https://shop.example/c', failover: true },
      organisation: await kontor.make.organisation(shop.merchant),
    },
  }),
  organisation: async () => ({
    id: await kontor.make.organisation(shop.merchant),
    from: { name: 'Branch', country_code: 'NL' },
    to: {
      ...{ name: 'Renamed', country_code: 'BE', street: 'Kade', street_number: '7', email: 'a@b.example' },
      parent: await kontor.make.organisation(shop.merchant),
    },
  }),
  middleware: async () => ({
    id: await kontor.make.middleware(shop.merchant),
    to: {
      name: 'Other',
      time_limit_ms: 1_500,
      when_silent: 'refuse',
      description: 'Text',
      url: 'https://shop.example/',
    },
  }),
  merchant: async () => ({
    id: (await kontor.make.merchant()).merchant,
    to: { name: 'Other', country_code: 'BE', language: 'en-US', time_zone: 'Europe/London', mcc: '5451', ...legal },
  }),
  welcome_mail: async () => ({
    id: await kontor.make.welcomeMail({ content: 'Before: [url]' }),
    to: { name: `Mail ${Date.now()}`, content: 'Dag [name]: [url]', content_en: 'Hi [name]: [url]' },
  }),
  user: async () => ({
    id: (await kontor.make.user({ merchant: shop.merchant, roles: ['TAG_LIST'], password_hash: 'x' })).id,
    to: { name: 'Other', organisation: await kontor.make.organisation(shop.merchant) },
  }),
  psp_user: async () => ({
    id: (await kontor.make.user({ roles: ['TAG_LIST'] })).id,
    to: { name: 'Other' },
  }),
  api_key: async () => ({
    id: (
      await kontor.post(staff, '/v1/apikey', { name: 'Till', organisation: shop.merchant, roles: ['TRANSACTION_LIST'] })
    ).body.id,
    to: { name: 'Other' },
  }),
  validation_ruleset: async () => ({
    id: (
      await kontor.post(staff, '/v1/validationruleset', {
        ...{ name: 'Large', organisation: shop.merchant, action: 'block', currency_code: 'EUR' },
        rules: [{ name: 'amount', operator: '>', value: 50_000 }],
      })
    ).body.id,
    to: {
      ...{ name: 'Larger', currency_code: 'GBP', email: 'a@b.example', webhook_url: 'https://shop.example/' },
      rules: [{ name: 'amount', operator: '>', value: 90_000 }],
      payment_profile: await kontor.make.profile(shop.merchant),
    },
  }),
  processor: async () => ({
    id: await kontor.make.processor(shop.merchant),
    from: { name: 'Cards', description: 'Of the shop', user: await somebody() },
    to: { name: 'Other', description: 'Text' },
    unread: { user: await somebody() },
  }),
  processor_settlement: async () => ({
    id: await kontor.make.processorSettlement(shop.merchant, { user: await somebody() }),
    to: { name: 'Other', description: 'Text', expected_every_days: 3 },
    unread: { user: await somebody() },
  }),
  role_bundle: async () => ({
    id: (
      await kontor.post(staff, '/v1/rolebundle', {
        ...{ name: `Bundle ${Date.now()}`, description: 'Text', roles: ['TAG_LIST'] },
      })
    ).body.id,
    to: { name: `Other ${Date.now()}`, description: 'Other', roles: ['REFUND_LIST'] },
  }),
}

describe('an earlier version', () => {
  it.each(Object.keys(changed))(
    'of a %s comes back by its own command, which says so in the history',
    async (entity) => {
      const { id, from, to, unread } = (await changed[entity]?.()) ?? { id: '', to: {} }
      if (from) expect((await update(entity, id, from)).status).toBe(200)
      const present = await rowOf(entity, id)
      const [{ version } = { version: 0 }] = (await historyOf(entity, id)).changes
      expect((await update(entity, id, { ...to, ...unread })).status).toBe(200)
      expect(await rowOf(entity, id)).toMatchObject(to)
      const { fields, answer } = await back(entity, id, version)
      expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys({ ...to, ...unread }).sort())
      expect(answer.status).toBe(200)
      // What counts the changes counts this one too.
      expect({ ...(await rowOf(entity, id)), version: present.version }).toEqual(present)
      const [last] = (await historyOf(entity, id)).changes
      expect(last).toMatchObject({ restored_from: version, command: restorable[entity]?.endpoint.name })
      for (const { field, earlier } of fields)
        expect(last?.fields.find((each) => each.field === field)?.after).toEqual(earlier)
    },
  )

  it('comes back of every entity that has a way back', () => {
    expect(Object.keys(changed).sort()).toEqual(Object.keys(restorable).sort())
  })

  it.each(['processor', 'processor_settlement'])(
    'of a %s names who looked after it, but for those who are gone',
    async (entity) => {
      const [first, gone, last] = [await somebody(), await somebody(), await somebody()]
      const id =
        entity === 'processor'
          ? await kontor.make.processor(shop.merchant)
          : await kontor.make.processorSettlement(shop.merchant, { user: first })
      for (const user of [first, gone, last]) await update(entity, id, { user })
      expect((await kontor.call(staff, 'DELETE', `/v1/user/${gone}`, {})).status).toBe(204)
      const { names } = await historyOf(entity, id)
      expect(names).toMatchObject({ [first]: expect.stringMatching(/^User/), [last]: expect.stringMatching(/^User/) })
      expect(names).not.toHaveProperty(gone)
    },
  )

  it('gives an API key neither its roles nor its addresses back, with an earlier name', async () => {
    const made = { name: 'Till', organisation: shop.merchant, roles: ['TRANSACTION_LIST', 'REFUND_LIST'] }
    const { id } = (await kontor.post(staff, '/v1/apikey', made)).body
    const [{ version } = { version: 0 }] = (await historyOf('api_key', id)).changes
    await update('api_key', id, { name: 'Other', roles: ['REFUND_LIST'], allowed_ips: ['10.0.0.0/8'] })
    expect((await back('api_key', id, version)).answer.status).toBe(200)
    expect(await rowOf('api_key', id)).toMatchObject({
      ...{ name: 'Till', roles: ['REFUND_LIST'], allowed_ips: ['10.0.0.0/8'] },
    })
  })

  it('keeps what was changed after it and is the same again', async () => {
    const id = await kontor.make.profile(shop.merchant, { name: 'First' })
    const { version = 0 } = (await historyOf('payment_profile', id)).changes[0] ?? {}
    for (const name of ['Second', 'First']) await update('payment_profile', id, { name })
    await update('payment_profile', id, { description: 'Later' })
    expect((await back('payment_profile', id, version)).fields).toEqual([
      { name: 'description', field: 'description', present: 'Later', earlier: null },
    ])
  })

  it('is refused when what it refers to is gone, and nothing changes', async () => {
    const organisation = await kontor.make.organisation(shop.merchant)
    const id = await kontor.make.profile(shop.merchant, { name: 'Here', organisation })
    const { version = 0 } = (await historyOf('payment_profile', id)).changes[0] ?? {}
    await update('payment_profile', id, { name: 'There', organisation: shop.merchant })
    expect((await kontor.call(staff, 'DELETE', `/v1/organisation/${organisation}`, {})).status).toBe(204)
    const { answer } = await back('payment_profile', id, version)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await rowOf('payment_profile', id)).toMatchObject({ name: 'There', organisation: shop.merchant })
  })

  it('is not told of a version that is not before the change, or of another item', async () => {
    const id = await kontor.make.profile(shop.merchant, { name: 'Here' })
    expect((await update('payment_profile', id, { name: 'A' }, { 'restored-from': '99' })).status).toBe(200)
    expect((await historyOf('payment_profile', id)).changes[0]).toMatchObject({ restored_from: null })
    for (const wrong of ['0', '-1', 'x', '1.5', '9999999999'])
      expect((await update('payment_profile', id, { name: 'B' }, { 'restored-from': wrong })).body).toMatchObject({
        details: { 'headers.restored-from': 'invalid_value' },
      })
    // The root organisation is renamed with the merchant, and its history says nothing of the merchant's versions.
    const { merchant } = await kontor.make.merchant({ name: 'Before' })
    await update('merchant', merchant, { name: 'After' })
    await update('merchant', merchant, { name: 'Before' }, { 'restored-from': '1' })
    expect((await historyOf('merchant', merchant)).changes[0]).toMatchObject({ restored_from: 1 })
  })

  it('is not told of a change that writes other values than those of the version', async () => {
    const id = await kontor.make.profile(shop.merchant, { name: 'First' })
    const { version = 0 } = (await historyOf('payment_profile', id)).changes[0] ?? {}
    await update('payment_profile', id, { name: 'Second', description: 'Text' })
    const told = async (body: object) => {
      expect((await update('payment_profile', id, body, { 'restored-from': String(version) })).status).toBe(200)
      return (await historyOf('payment_profile', id)).changes[0]?.restored_from
    }
    expect(await told({ name: 'Third' })).toBeNull()
    expect(await told({ name: 'First', description: 'Other' })).toBeNull()
    expect(await told({ description: null })).toBe(version)
  })

  it('gives no credential back', () => {
    for (const [entity, { fields }] of Object.entries(restorable))
      expect([entity, Object.keys(fields).filter((name) => /credential|secret|details/.test(name))]).toEqual([
        entity,
        [],
      ])
  })
})
