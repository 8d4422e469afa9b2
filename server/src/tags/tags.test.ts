import { readFile } from 'node:fs/promises'
import { recentDays } from '@kontor/contract/tags/tag.rules'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
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

const look = (text: string, given: object = {}) => ({ text, color: '#15803D', ...given })
const create = (text: string, given: object = {}, who = owner) => kontor.post(who, '/v1/tag', look(text, given))
const update = (id: string, body: object, who = owner) => kontor.post(who, `/v1/tag/${id}`, body)
const merge = (id: string, into: string, who = owner) => kontor.post(who, `/v1/tag/${id}/merge`, { into })
const remove = (id: string, who = owner) => kontor.call(who, 'DELETE', `/v1/tag/${id}`, {})
const read = (id: string, who = owner) => kontor.get(who, `/v1/tag/${id}`)
const uses = async (id: string, who = owner) => (await kontor.get(who, `/v1/tag/${id}/uses`)).body
const put = (payment: string, tag: string) => kontor.post(owner, `/v1/transaction/${payment}/tag`, { tag })
const tagsOf = async (payment: string) => {
  const { tags, tagged } = (await kontor.get(owner, `/v1/transaction/${payment}`)).body
  return { tags, tagged }
}
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

describe('a tag', () => {
  it('is created in the own organisation or in another that is seen, and changed', async () => {
    const { status, body } = await create('  Gift wrap ', { description: 'Wrap it' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      text: 'Gift wrap',
      color: '#15803d',
      description: 'Wrap it',
      organisation: shop.merchant,
      recent_transactions: 0,
    })
    const changed = await update(body.id, { text: 'gift wrap', color: '#000000' })
    expect(changed.body).toMatchObject({ text: 'gift wrap', color: '#000000', description: null })
    const organisation = await kontor.make.organisation(shop.merchant)
    expect((await create('Gift wrap', { organisation })).body.organisation).toBe(organisation)
    const foreign = await kontor.make.merchant()
    const refused = await create('Gift', { organisation: foreign.merchant })
    expect(refused.body.details).toEqual({ 'body.organisation': 'not_found' })
  })

  it('of the provider’s staff needs an organisation, unless they view a merchant', async () => {
    const provider = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    expect((await create('Staff', {}, provider)).body.details).toEqual({ 'body.organisation': 'required' })
    expect((await create('Staff', { organisation: shop.merchant }, provider)).body.merchant).toBe(shop.merchant)
    const viewed = await kontor.post(provider, `/v1/tag?merchant=${shop.merchant}`, look('Staff in the view'))
    expect(viewed.body.organisation).toBe(shop.merchant)
  })

  it.each([
    [{ text: '' }, 'body.text', 'required'],
    [{ text: '   ' }, 'body.text', 'required'],
    [{ text: 'x'.repeat(41) }, 'body.text', 'too_long'],
    [{ text: 'paid 4111 1111 1111 1111' }, 'body.text', 'contains_card_number'],
    [{ color: 'red' }, 'body.color', 'invalid_color'],
    [{ description: '4111 1111 1111 1111' }, 'body.description', 'contains_card_number'],
  ])('is refused with %j', async (given, path, reason) => {
    const { status, body } = await create('Right', given)
    expect([status, body.details]).toEqual([400, { [path]: reason }])
  })

  it('has a text of its own within the organisation, whatever the case of its letters', async () => {
    const { id } = (await create('Über VIP')).body
    const again = await create('ÜBER vip')
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'tag_text_taken', details: { 'body.text': 'taken' } },
    ])
    const other = (await create('Another VIP')).body
    expect((await update(other.id, look('über vip'))).body.code).toBe('tag_text_taken')
    expect((await update(id, look('ÜBER VIP'))).status).toBe(200)
  })

  it('is created once by two who ask for the same text at once', async () => {
    expect(statusesOf(await Promise.all([create('At once'), create('at once')]))).toEqual([201, 409])
  })

  it('counts the transactions of the last 28 days that the viewer may see', async () => {
    const sub = await kontor.make.organisation(shop.merchant)
    const tag = await kontor.make.tag(shop.merchant, { organisation: sub })
    const from = daysAgo(recentDays + 2).toISOString()
    await sql`select ensure_partitions(${from}::date, current_date)`.execute(kontor.databases.provider)
    await kontor.make.transaction(shop, { tags: [tag] })
    await kontor.make.transaction(shop, { tags: [tag], created_at: daysAgo(recentDays - 2) })
    await kontor.make.transaction(shop, { tags: [tag], created_at: daysAgo(recentDays + 1) })
    expect((await read(tag)).body.recent_transactions).toBe(2)
    expect(await uses(tag)).toEqual({ transactions: 3, rulesets: 0 })
    const ofSub = await kontor.make.cookie({ merchant: shop.merchant, organisation: sub, roles: ['TAG_LIST'] })
    expect((await read(tag, ofSub)).body.recent_transactions).toBe(0)
  })

  it('is left alone without the role, and by another merchant', async () => {
    const tag = await kontor.make.tag(shop.merchant)
    const into = await kontor.make.tag(shop.merchant)
    const changing = await kontor.make.cookie({
      merchant: shop.merchant,
      roles: ['TAG_LIST', 'TAG_CREATE', 'TAG_UPDATE'],
    })
    expect(statusesOf([await merge(tag, into, changing), await remove(tag, changing)])).toEqual([403, 403])
    const looking = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TAG_LIST'] })
    expect((await update(tag, look('x'), looking)).status).toBe(403)
    expect((await create('x', {}, looking)).status).toBe(403)
    const { merchant } = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
    const answers = [
      await update(tag, look('x'), stranger),
      await merge(tag, into, stranger),
      await remove(tag, stranger),
    ]
    expect(statusesOf(answers)).toEqual([404, 404, 404])
  })
})

describe('a merged tag', () => {
  it('is gone, and its payments carry the other one, once', async () => {
    const [from, into] = [await kontor.make.tag(shop.merchant), await kontor.make.tag(shop.merchant)]
    const one = (await kontor.make.transaction(shop, { tags: [from] })).id
    const both = (await kontor.make.transaction(shop, { tags: [from, into] })).id
    const { status, body } = await merge(from, into)
    expect([status, body.id, body.recent_transactions]).toEqual([200, into, 2])
    for (const payment of [one, both]) expect(await tagsOf(payment)).toEqual({ tags: [into], tagged: true })
    expect((await read(from)).status).toBe(404)
  })

  it('does not go into itself, nor into one that is not seen', async () => {
    const tag = await kontor.make.tag(shop.merchant)
    expect((await merge(tag, tag)).body.code).toBe('tag_into_itself')
    const foreign = await kontor.make.tag((await kontor.make.merchant()).merchant)
    for (const who of [owner, await kontor.make.cookie({ roles: ['PSP_ALL'] })])
      expect((await merge(tag, foreign, who)).body.details).toEqual({ 'body.into': 'not_found' })
    expect((await read(tag)).status).toBe(200)
  })

  it('leaves one of two that are merged into each other at once', async () => {
    const [one, other] = [await kontor.make.tag(shop.merchant), await kontor.make.tag(shop.merchant)]
    const payments = [
      (await kontor.make.transaction(shop, { tags: [one] })).id,
      (await kontor.make.transaction(shop, { tags: [other] })).id,
    ]
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The second one finds its own tag or the other one gone, depending on the moment.
    expect(answers.filter(({ status }) => status === 404 || status === 400)).toHaveLength(1)
    const stays = (await read(one)).status === 200 ? one : other
    for (const payment of payments) expect(await tagsOf(payment)).toEqual({ tags: [stays], tagged: true })
  })
})

describe('a deleted tag', () => {
  it('is taken off its payments; those without another are tagged no more', async () => {
    const [tag, other] = [await kontor.make.tag(shop.merchant), await kontor.make.tag(shop.merchant)]
    const alone = (await kontor.make.transaction(shop, { tags: [tag] })).id
    const beside = (await kontor.make.transaction(shop, { tags: [tag, other] })).id
    expect((await remove(tag)).status).toBe(204)
    expect(await tagsOf(alone)).toEqual({ tags: [], tagged: false })
    expect(await tagsOf(beside)).toEqual({ tags: [other], tagged: true })
    expect((await read(tag)).status).toBe(404)
    expect((await remove(tag)).status).toBe(404)
  })

  it('is on no payment afterwards that it was put on at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tag = await kontor.make.tag(shop.merchant)
      const carrying = (await kontor.make.transaction(shop, { tags: [tag] })).id
      const bare = (await kontor.make.transaction(shop)).id
      const [gone, ...tagged] = await Promise.all([remove(tag), put(bare, tag), put(carrying, tag)])
      expect(gone.status).toBe(204)
      for (const { status } of tagged) expect([200, 400]).toContain(status)
      for (const payment of [carrying, bare]) expect(await tagsOf(payment)).toEqual({ tags: [], tagged: false })
    }
  })

  it('goes together with others that are on the same payments', async () => {
    const tags = await Promise.all(Array.from({ length: 4 }, () => kontor.make.tag(shop.merchant)))
    const payments: string[] = []
    for (let at = 0; at < 8; at += 1) payments.push((await kontor.make.transaction(shop, { tags })).id)
    expect(statusesOf(await Promise.all(tags.map((tag) => remove(tag))))).toEqual([204, 204, 204, 204])
    for (const payment of payments) expect(await tagsOf(payment)).toEqual({ tags: [], tagged: false })
  })
})

describe('tags from before their texts were compared without case', () => {
  it('are one when their texts are, and the oldest gets the payments', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    try {
      await client.query(`alter table tag drop column description; drop index tag_text; drop function day_before;
        alter table tag add constraint tag_merchant_id_organisation_id_text_key unique (merchant_id, organisation_id, text);
        set session_replication_role = replica;`)
      const [m, t1, t2] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`)
      const [oldest, newer, spaced, other] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
      const texts = [
        [oldest, 'Vip'],
        [newer, 'VIP'],
        [spaced, ' vip '],
        [other, 'other'],
      ]
      for (const [day, [id, text]] of texts.entries())
        await client.query(
          `insert into tag (merchant_id, id, organisation_id, text, color, created_at)
            values ($1, $2, $1, $3, '#000000', $4)`,
          [m, id, text, `2026-01-0${day + 1}`],
        )
      for (const [payment, tag] of [
        [t1, newer],
        [t1, oldest],
        [t2, spaced],
        [t2, other],
      ])
        await client.query(`insert into transaction_tag values ($1, '2026-01-01', $2, $3)`, [m, payment, tag])
      await client.query(
        `begin; ${await readFile(new URL('../migrations/0026-tags.sql', import.meta.url), 'utf8')}; commit`,
      )
      const left = await client.query('select id, text from tag order by created_at')
      expect(left.rows).toEqual([
        { id: oldest, text: 'Vip' },
        { id: other, text: 'other' },
      ])
      const { rows } = await client.query(
        'select transaction_id as t, tag_id as tag from transaction_tag order by 1, 2',
      )
      expect(rows).toEqual([
        { t: t1, tag: oldest },
        { t: t2, tag: oldest },
        { t: t2, tag: other },
      ])
    } finally {
      await client.end()
      await database.drop()
    }
  })
})
