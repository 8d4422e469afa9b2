import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(() => kontor.stop())

const put = (id: string, tag: string, who = owner) => kontor.post(who, `/v1/transaction/${id}/tag`, { tag })
const take = (id: string, tag: string, who = owner) => kontor.post(who, `/v1/transaction/${id}/untag`, { tag })
const tagsOf = async (id: string) => {
  const { tags, tagged } = (await kontor.get(owner, `/v1/transaction/${id}`)).body
  return { tags, tagged }
}

describe('a tag', () => {
  it('is put on a payment and taken off it, and the payment is tagged as long as it has one', async () => {
    const { id } = await kontor.make.transaction(shop)
    const [first, second] = [await kontor.make.tag(shop.merchant), await kontor.make.tag(shop.merchant)]
    const { status, body } = await put(id, first)
    expect([status, body.tags]).toEqual([200, [first]])
    await put(id, second)
    expect(await tagsOf(id)).toEqual({ tags: [first, second], tagged: true })
    await take(id, first)
    expect(await tagsOf(id)).toEqual({ tags: [second], tagged: true })
    expect((await take(id, second)).body.tags).toEqual([])
    expect(await tagsOf(id)).toEqual({ tags: [], tagged: false })
  })

  it('that is there already, or gone already, is no mistake; two at once leave one', async () => {
    const { id } = await kontor.make.transaction(shop)
    const tag = await kontor.make.tag(shop.merchant)
    const both = await Promise.all([put(id, tag), put(id, tag)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await tagsOf(id)).tags).toEqual([tag])
    for (const { status } of await Promise.all([take(id, tag), take(id, tag)])) expect(status).toBe(200)
    expect(await tagsOf(id)).toEqual({ tags: [], tagged: false })
  })

  it('is one of the payment’s own merchant, and one that the person may see', async () => {
    const other = await kontor.make.merchant()
    const { id } = await kontor.make.transaction(shop)
    const foreign = await kontor.make.tag(other.merchant)
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    for (const who of [owner, provider]) {
      const { status, body } = await put(id, foreign, who)
      expect([status, body.details]).toEqual([400, { 'body.tag': 'unknown' }])
    }
    const sub = await kontor.make.organisation(shop.merchant)
    const ofSub = await kontor.make.cookie({ merchant: shop.merchant, organisation: sub, roles: ['USER_ALL'] })
    const below = await kontor.make.transaction(shop, { organisation: sub })
    const [high, low] = [
      await kontor.make.tag(shop.merchant),
      await kontor.make.tag(shop.merchant, { organisation: sub }),
    ]
    expect((await put(below.id, high, ofSub)).status).toBe(400)
    expect((await put(below.id, low, ofSub)).status).toBe(200)
    expect((await put(id, low, ofSub)).status).toBe(404)
    expect(
      (
        await put(
          id,
          await kontor.make.tag(shop.merchant),
          await kontor.make.cookie({
            merchant: other.merchant,
            roles: ['USER_ALL'],
          }),
        )
      ).status,
    ).toBe(404)
  })

  it('is put and taken by who may change payments', async () => {
    const { id } = await kontor.make.transaction(shop)
    const tag = await kontor.make.tag(shop.merchant)
    const looking = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST', 'TAG_ALL'] })
    for (const call of [put, take]) expect((await call(id, tag, looking)).status).toBe(403)
    const changing = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_UPDATE'] })
    for (const call of [put, take]) expect((await call(id, tag, changing)).status).toBe(200)
  })
})
