import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import type { AnyAnswer } from '../../../test/world.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { chosenDesign } from './chosen-design.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  for (const [place, payment_product] of ['ideal', 'paypal'].entries()) {
    const processor_id = await kontor.make.processor(shop.merchant, { payment_product })
    await kontor.databases.provider
      .insertInto('payment_profile_processor')
      .values({ merchant_id: shop.merchant, payment_profile_id: shop.profile, processor_id, position: place + 1 })
      .execute()
  }
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const post = (path: string, body: object, who = owner) => kontor.post(who, `/v1/checkout${path}`, body)
async function makeDesign(given: object = {}): Promise<AnyAnswer> {
  const { status, body } = await post('', { name: 'Summer', ...given })
  expect([status, body.details]).toEqual([201, undefined])
  return body
}
const remove = (id: string, who = owner) => kontor.call(who, 'DELETE', `/v1/checkout/${id}`, {})
async function makeLink(given: object = {}): Promise<AnyAnswer> {
  const body = { payment_profile: shop.profile, amount: 2_500, merchant_reference: 'Invoice 7', ...given }
  const answer = await kontor.post(owner, '/v1/paymentlink', body)
  expect([answer.status, answer.body.details]).toEqual([201, undefined])
  return answer.body
}
const view = async ({ url }: { url: string }) => (await kontor.get('', `/v1/pay/${url.split('/pay/')[1]}`)).body

describe('a checkout design', () => {
  it('needs a name alone, and is then what the specification says', async () => {
    expect(await makeDesign()).toMatchObject({
      name: 'Summer',
      header_payment_description: 'merchant_reference',
      number_format: 'en_US',
      show_language_switch: true,
      background_color: null,
      organisation: shop.merchant,
      merchant: shop.merchant,
      uses: 0,
    })
    expect((await post('', {})).body.details).toEqual({ 'body.name': 'required' })
  })

  it('keeps colours, pictures and an order of methods, also when they come with commas between them', async () => {
    const design = await makeDesign({
      button_color: '#00AA66',
      logo_url: 'https://cdn.shop.example/logo.svg',
      payment_product_order: 'paypal, card',
    })
    expect(design).toMatchObject({ button_color: '#00aa66', payment_product_order: ['paypal', 'card'] })
    const changed = await kontor.call(owner, 'PUT', `/v1/checkout/${design.id}`, {
      name: 'Winter',
      css: 'h1 { color: #333333 }',
    })
    expect(changed.body).toMatchObject({
      id: design.id,
      name: 'Winter',
      button_color: null,
      css: 'h1 { color: #333333 }',
    })
  })

  it.each([
    ['button_color', 'red', 'invalid_color'],
    ['button_color', '#fff', 'invalid_color'],
    ['logo_url', 'http://shop.example/logo.svg', 'must_be_https'],
    ['logo_url', 'javascript:alert(1)', 'must_be_https'],
    ['background_image_url', 'https://user:word@shop.example/a.jpg', 'must_be_https'],
    ['background_image_url', 'data:image/svg+xml,<svg/>', 'must_be_https'],
    ['payment_product_order', ['card', 'card'], 'twice'],
    ['payment_product_order', [], 'required'],
    ['css', 'h1 { position: fixed }', 'css_refused'],
    ['description', 'Card 4111 1111 1111 1111', 'contains_card_number'],
  ])('takes no %s of %j', async (name, value, reason) => {
    const { status, body } = await post('', { name: 'Summer', [name]: value })
    expect([status, body.details]).toEqual([400, { [`body.${name}`]: reason }])
  })

  it('belongs to a node of its merchant, and moves to no other merchant', async () => {
    const other = await kontor.make.merchant()
    const sub = await kontor.make.organisation(shop.merchant)
    const design = await makeDesign({ organisation: sub })
    expect(design.organisation).toBe(sub)
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await post('', { name: 'Nowhere' }, provider)).body.details).toEqual({ 'body.organisation': 'required' })
    const moved = await post(`/${design.id}`, { name: 'Moved', organisation: other.merchant }, provider)
    expect(moved.body.details).toEqual({ 'body.organisation': 'not_found' })
  })

  it('shows what the page would be drawn with to whoever may make one, and says what cannot be', async () => {
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CHECKOUT_LIST'] })
    const maker = await kontor.make.cookie({ merchant: shop.merchant, roles: ['CHECKOUT_CREATE'] })
    const look = { button_color: '#123456', css: 'h1 { color: #333333 }\n.amount { display: none }' }
    expect((await post('/preview', look, reader)).status).toBe(403)
    const { body } = await post('/preview', look, maker)
    expect(body.stylesheet).toContain('--button: #123456')
    expect(body.stylesheet).not.toContain('display')
    expect(body.css_problems).toEqual([{ line: 2, reason: 'property', part: 'display:none' }])
  })
})

describe('deleting a design', () => {
  it('is refused while a plan or a link that can be paid looks like it', async () => {
    const design = await makeDesign()
    const link = await makeLink({ checkout: design.id })
    const plan = await kontor.make.plan(shop, { checkout: design.id })
    expect((await remove(design.id)).body).toMatchObject({ code: 'checkout_in_use', details: { uses: 2 } })
    await kontor.call(owner, 'DELETE', `/v1/plan/${plan}`, {})
    expect((await remove(design.id)).body).toMatchObject({ code: 'checkout_in_use', details: { uses: 1 } })
    await kontor.post(owner, `/v1/paymentlink/${link.id}/expire`)
    expect((await remove(design.id)).status).toBe(204)
    // The deleted design is in no list and cannot be chosen; the link's page still uses it.
    expect((await kontor.get(owner, `/v1/checkout?id=${design.id}`)).body).toEqual([])
    expect((await post(`/${design.id}`, { name: 'Again' })).status).toBe(404)
    const again = { payment_profile: shop.profile, amount: 100, merchant_reference: 'X', checkout: design.id }
    expect((await kontor.post(owner, '/v1/paymentlink', again)).body.details).toEqual({ 'body.checkout': 'not_found' })
    expect((await view(link)).design).not.toBeNull()
  })

  it('leaves nothing of one that was never chosen', async () => {
    const { id } = await makeDesign()
    expect((await remove(id)).status).toBe(204)
    expect((await kontor.get(owner, `/v1/checkout/${id}`)).status).toBe(404)
  })

  it('waits for whoever has just chosen it, and is then refused', async () => {
    const { id } = await makeDesign()
    const plan = await kontor.make.plan(shop)
    const actor = engineActor(shop.merchant, 'system')
    let removal: ReturnType<typeof remove> | undefined
    await inTransaction(kontor.databases, actor, async (trx) => {
      const checkout_id = await chosenDesign(trx, actor, shop.merchant, id)
      removal = remove(id)
      // The time is longer than a deletion takes when nothing blocks it.
      await Promise.race([removal, setTimeout(500)])
      await trx.updateTable('plan').set({ checkout_id }).where('id', '=', plan).execute()
    })
    expect((await removal)?.body).toMatchObject({ code: 'checkout_in_use', details: { uses: 1 } })
  })
})

describe('a page with a design', () => {
  it('offers what the link allows in the order of the design, and never anything else', async () => {
    const design = await makeDesign({ payment_product_order: ['klarna', 'paypal', 'card'] })
    expect((await view(await makeLink())).products).toEqual(['ideal', 'card', 'paypal'])
    expect((await view(await makeLink({ checkout: design.id }))).products).toEqual(['paypal', 'card'])
    const narrow = await makeLink({ checkout: design.id, payment_products: ['card'] })
    expect((await view(narrow)).products).toEqual(['card'])
  })

  it('offers what the link allows when the design leaves nothing of it', async () => {
    const design = await makeDesign({ payment_product_order: ['klarna'] })
    expect((await view(await makeLink({ checkout: design.id }))).products).toEqual(['ideal', 'card', 'paypal'])
  })

  it('knows what the design says of it, and asks for the amount that it asked for before', async () => {
    const { id } = await makeDesign({
      number_format: 'de_DE',
      header_payment_description: 'none',
      show_language_switch: false,
    })
    const link = await makeLink({ checkout: id })
    expect(await view(link)).toMatchObject({
      amount: 2_500,
      design: {
        number_format: 'de_DE',
        header_payment_description: 'none',
        show_language_switch: false,
        logo_url: null,
      },
    })
    expect((await view(await makeLink())).design).toBeNull()
  })

  it('has its style sheet from the server, also where the page itself comes from elsewhere', async () => {
    const design = await makeDesign({ button_color: '#123456' })
    const sheetOf = ({ url }: { url: string }) => kontor.app.inject(`/pay/${url.split('/pay/')[1]}/design.css`)
    const sheet = await sheetOf(await makeLink({ checkout: design.id }))
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(sheet.body).toContain('#123456')
    expect((await sheetOf(await makeLink())).statusCode).toBe(404)
  })

  it('is that of the plan for whoever subscribed to it', async () => {
    const design = await makeDesign({ number_format: 'nl_NL' })
    const customer = await kontor.make.customer(shop.merchant)
    const plan = await kontor.make.plan(shop, { checkout: design.id })
    const { body } = await kontor.post(owner, '/v1/subscription', { customer, plan })
    expect((await view({ url: body.subscription_url })).design).toMatchObject({ number_format: 'nl_NL' })
  })
})

describe('a design is chosen', () => {
  it('of the merchant of the shop alone, whoever chooses', async () => {
    const other = await kontor.make.merchant()
    const foreign = await kontor.make.checkoutDesign(other.merchant)
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const link = { payment_profile: shop.profile, amount: 100, merchant_reference: 'X', checkout: foreign }
    const plan = { name: 'Plan', payment_profile: shop.profile, amount: 100, interval: 'month', checkout: foreign }
    for (const who of [owner, provider]) {
      expect((await kontor.post(who, '/v1/paymentlink', link)).body.details).toEqual({ 'body.checkout': 'not_found' })
      expect((await kontor.post(who, '/v1/plan', plan)).body.details).toEqual({ 'body.checkout': 'not_found' })
    }
  })

  it('and stays when somebody who does not see it changes the rest of a plan', async () => {
    const sub = await kontor.make.organisation(shop.merchant)
    const design = await kontor.make.checkoutDesign(shop.merchant)
    const profile = await kontor.make.profile(shop.merchant, { organisation: sub, processors: [shop.processor] })
    const ofSub = await kontor.make.cookie({ merchant: shop.merchant, organisation: sub, roles: ['USER_ALL'] })
    const body = { name: 'Plan', payment_profile: profile, amount: 100, interval: 'month' }
    const { body: plan } = await kontor.post(owner, '/v1/plan', { ...body, checkout: design })
    const changed = await kontor.post(ofSub, `/v1/plan/${plan.id}`, { ...body, name: 'Other', checkout: design })
    expect(changed.body).toMatchObject({ name: 'Other', checkout: design })
    const chosen = await kontor.post(ofSub, '/v1/plan', { ...body, checkout: design })
    expect(chosen.body.details).toEqual({ 'body.checkout': 'not_found' })
  })
})
