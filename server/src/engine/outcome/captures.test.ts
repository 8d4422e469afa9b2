import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../../../test/books.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { reportOrder, undone } from '../../../test/reports.ts'
import { newId } from '../../platform/db/ids.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 400 })
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(() => kontor.stop())
afterEach(async () => {
  const { provider: db } = kontor.databases
  expect(await wrongSums(db, shop.merchant)).toEqual([])
  expect(await wrongSteps(db, shop.merchant)).toEqual([])
  expect(await wrongReserves(db, shop.merchant)).toEqual([])
  expect(await wrongAttempts(db, shop.merchant)).toEqual([])
})

const captured = { status: 'SETTLEMENT_REQUESTED' }
const settled = { status: 'SETTLEMENT_COMPLETED' }
const refused = { status: 'FAILED', reason: 'capture_refused' }

interface Order {
  id: string
  amount: number
  is: 'under way' | 'refused'
}

/** A payment of which 5,000 are held, with captures that were asked for one after the other. No worker tries them in time. */
async function authorized(...amounts: number[]) {
  const { id, created_at } = await kontor.make.transaction(shop, { status: 'AUTHORIZED', amount: 5_000 })
  const ask = async (amount: number): Promise<Order> => {
    const made = newId(new Date())
    await kontor.databases.provider
      .insertInto('outbox')
      .values({
        ...{ merchant_id: shop.merchant, ...made, topic: 'processor.capture', transaction_id: id },
        ...{ transaction_created_at: created_at, payload: JSON.stringify({ amount }) },
        next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
      })
      .execute()
    return { id: made.id, amount, is: 'under way' }
  }
  const orders: Order[] = []
  for (const [at, amount] of amounts.entries()) {
    const order = await ask(amount)
    orders.push(order)
    if (at < amounts.length - 1) await say(order, refused)
  }
  const [first, second] = orders as [Order, Order]
  return { id, first, second, ask }
}
/** An order of the payment that is over. That of the payment itself has its id. */
async function ordered(transaction_id: string, topic: string): Promise<string> {
  const made = newId(new Date())
  const { created_at: transaction_created_at } = await read(transaction_id)
  const id = topic === 'authorize' ? transaction_id : made.id
  await kontor.databases.provider
    .insertInto('outbox')
    .values({
      ...{
        merchant_id: shop.merchant,
        ...made,
        id,
        topic: `processor.${topic}`,
        transaction_id,
        transaction_created_at,
      },
      ...{ payload: '{}', done_at: made.created_at, next_attempt_at: made.created_at },
    })
    .execute()
  return id
}
const say = ({ id }: Order, outcome: object) => reportOrder(kontor, shop.merchant, id, outcome)
const read = async (id: string) => (await kontor.get(owner, `/v1/transaction/${id}`)).body
const contradictionsOf = async (id: string) => (await kontor.get(staff, `/v1/psp/contradiction?transaction=${id}`)).body
const takeOver = (id: string) => kontor.post(staff, `/v1/psp/contradiction/${id}/take-over`)

describe('a capture whose success is told late', () => {
  it('contradicts with its own amount while a later one is under way, whose refusal does not make the payment fail', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    expect((await say(first, captured)).contradiction).toMatchObject({ kind: 'capture' })
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', captured_amount: 0 })
    await say(second, refused)
    await say(first, settled)
    expect((await read(id)).status).toBe('AUTHORIZED')
    const [one, ...others] = await contradictionsOf(id)
    expect(one).toMatchObject({
      ...{ kind: 'capture', state: 'OPEN', we_say: 'AUTHORIZED', they_say: 'SETTLEMENT_COMPLETED' },
      ...{ our_amount: 4_000, their_amount: 4_000, operation: first.id },
    })
    expect(others).toEqual([])
  })

  it('is taken over with its own amount, once the later one is over', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(first, captured)
    const [{ id: contradiction }] = await contradictionsOf(id)
    expect((await takeOver(contradiction)).body.code).toBe('operation_in_progress')
    await say(second, refused)
    expect((await takeOver(contradiction)).status).toBe(200)
    // Repetitions say nothing new, and the capture that has the money goes on.
    await say(second, refused)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
    await say(first, settled)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 4_000 })
    expect((await contradictionsOf(id)).map(({ state }: { state: string }) => state)).toEqual(['TAKEN_OVER'])
  })

  it('stays with the person who closed it when the later one was refused, and asks for another look when more is said', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(first, captured)
    const [{ id: contradiction }] = await contradictionsOf(id)
    await kontor.post(staff, `/v1/psp/contradiction/${contradiction}/close`, { note: 'paid back by hand' })
    await say(second, refused)
    await say(first, captured)
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'CLOSED' }])
    await say(first, settled)
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'OPEN', they_say: 'SETTLEMENT_COMPLETED' }])
    expect((await read(id)).status).toBe('AUTHORIZED')
  })

  it('keeps the payment from being captured or voided until a person has looked', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(first, captured)
    await say(second, refused)
    for (const verb of ['capture', 'void'])
      expect((await kontor.post(owner, `/v1/transaction/${id}/${verb}`)).body.code).toBe('operation_in_progress')
    const [{ id: contradiction }] = await contradictionsOf(id)
    await kontor.post(staff, `/v1/psp/contradiction/${contradiction}/close`, { note: 'paid back by hand' })
    expect((await kontor.post(owner, `/v1/transaction/${id}/void`)).body.code).not.toBe('operation_in_progress')
  })

  it('takes its own amount when all later ones were refused, and a repeated refusal of them changes nothing', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, refused)
    await say(first, captured)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
    await say(second, refused)
    expect((await read(id)).status).toBe('SETTLEMENT_REQUESTED')
    await say(first, settled)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 4_000 })
    expect(await contradictionsOf(id)).toEqual([])
  })

  it('contradicts when another one has the money already, and the payment keeps the amount of that one', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, captured)
    await say(first, captured)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 3_000 })
    await say(second, settled)
    await say(first, settled)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 3_000 })
    const [{ id: contradiction, their_amount }, ...others] = await contradictionsOf(id)
    expect([their_amount, others]).toEqual([4_000, []])
    // Both took money: a person pays the one back at the processor.
    expect((await takeOver(contradiction)).body.code).toBe('contradiction_overtaken')
  })

  it('that took the money makes the payment fail when it is undone, whatever was asked for after it', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, refused)
    await say(first, captured)
    await say(first, undone)
    expect(await read(id)).toMatchObject({ status: 'FAILED', captured_amount: 4_000 })
    await say(second, captured)
    expect(await contradictionsOf(id)).toMatchObject([{ kind: 'capture', we_say: 'FAILED', their_amount: 3_000 }])
  })

  const orders = <T>(items: T[]): T[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, at) => orders(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]))

  it.each(orders(['first captured', 'first settled', 'second refused', 'second refused again']))(
    'is never lost in the order %s, %s, %s, %s',
    async (...order) => {
      const { id, first, second } = await authorized(4_000, 3_000)
      for (const what of order)
        await say(
          what.startsWith('first') ? first : second,
          what.endsWith('captured') ? captured : what.endsWith('settled') ? settled : refused,
        )
      const { status, captured_amount } = await read(id)
      const open = (await contradictionsOf(id)).map((row: Record<string, unknown>) => [
        row['state'],
        row['their_amount'],
      ])
      if (open.length > 0) expect([status, open]).toEqual(['AUTHORIZED', [['OPEN', 4_000]]])
      else expect([status, captured_amount]).toEqual(['SETTLEMENT_COMPLETED', 4_000])
    },
  )

  it.each(orders(['first captured', 'first settled', 'second captured', 'second settled']))(
    'is money beside that of the other one in the order %s, %s, %s, %s',
    async (...order) => {
      const { id, first, second } = await authorized(4_000, 3_000)
      for (const what of order)
        await say(what.startsWith('first') ? first : second, what.endsWith('captured') ? captured : settled)
      expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 3_000 })
      expect(await contradictionsOf(id)).toMatchObject([{ state: 'OPEN', their_amount: 4_000 }])
    },
  )
})

describe('a capture that is reported as refused after it took the money', () => {
  it.each(['FAILED', 'DECLINED', 'CANCELLED'])(
    '(%s) contradicts, and the payment keeps the money: an older report may have come late',
    async (status) => {
      const { id, first } = await authorized(4_000)
      await say(first, captured)
      const repeated = [await say(first, { ...refused, status }), await say(first, { ...refused, status })]
      expect(repeated.map(({ contradiction }) => contradiction?.kind)).toEqual(['capture', undefined])
      expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
      expect(await contradictionsOf(id)).toMatchObject([
        { ...{ kind: 'capture', state: 'OPEN', we_say: 'SETTLEMENT_REQUESTED', they_say: status }, our_amount: 4_000 },
      ])
      await say(first, settled)
      expect((await read(id)).status).toBe('SETTLEMENT_COMPLETED')
    },
  )

  it('has the same money when both reports come in the other order, and nobody has to look', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, refused)
    await say(first, captured)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
    expect(await contradictionsOf(id)).toEqual([])
  })

  it('asks nobody any more once the processor says that it took the capture back', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, captured)
    await say(first, refused)
    await say(first, undone)
    expect((await read(id)).status).toBe('FAILED')
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'WITHDRAWN', they_say: 'FAILED' }])
  })
})

describe('a void that is reported after the money was taken', () => {
  it.each([
    ['of the payment, after the whole was captured', 'authorize', 5_000, 1],
    ['of the payment, after a part was captured: it is the rest', 'authorize', 3_000, 0],
    ['that the shop had ordered, after a part was captured', 'void', 3_000, 1],
  ])('%s', async (_, topic, amount, contradictions) => {
    const { id, first } = await authorized(amount)
    await say(first, captured)
    const job = await ordered(id, topic)
    await reportOrder(kontor, shop.merchant, job, { status: 'AUTHORIZATION_VOIDED' })
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: amount })
    const said = await contradictionsOf(id)
    expect(said).toHaveLength(contradictions)
    for (const one of said) expect(one).toMatchObject({ kind: 'void', we_say: 'SETTLEMENT_REQUESTED' })
  })
})

describe('what is taken back', () => {
  it('is one capture: the success of another one is not lost with it, and can be taken over and be undone itself', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, captured)
    await say(second, undone)
    expect((await read(id)).status).toBe('FAILED')
    await say(first, captured)
    const [{ id: contradiction }] = await contradictionsOf(id)
    expect((await takeOver(contradiction)).status).toBe(200)
    // What came before the second one was undone still says nothing.
    await say(second, settled)
    await say(second, undone)
    await say(first, settled)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_COMPLETED', captured_amount: 4_000 })
    await say(first, undone)
    await say(first, settled)
    expect((await read(id)).status).toBe('FAILED')
    expect((await contradictionsOf(id)).map(({ state }: { state: string }) => state)).toEqual(['TAKEN_OVER'])
  })

  it('withdraws what it had reported beside another one, in either order', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, captured)
    await say(first, captured)
    await say(first, undone)
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'WITHDRAWN', their_amount: 4_000 }])
    expect((await read(id)).status).toBe('SETTLEMENT_REQUESTED')
    const other = await authorized(4_000, 3_000)
    await say(other.first, undone)
    await say(other.first, captured)
    expect([(await read(other.id)).status, await contradictionsOf(other.id)]).toEqual(['AUTHORIZED', []])
  })
})

describe('a capture that failed, perhaps after its success, at a gateway that has one word for both', () => {
  const failed = { ...refused, maybe_undone: true }

  it('can be asked for again while it had not taken the money, and a later one keeps what it takes', async () => {
    const { id, first, ask } = await authorized(4_000)
    await say(first, failed)
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', status_reason: 'capture_refused' })
    const second = await ask(3_000)
    await say(second, captured)
    await say(first, failed)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 3_000 })
    expect(await contradictionsOf(id)).toEqual([])
  })

  it('makes the payment fail that it had paid, also settled, and an older success of it no longer counts', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, captured)
    await say(first, settled)
    await say(first, failed)
    await say(first, settled)
    await say(first, failed)
    expect(await read(id)).toMatchObject({ status: 'FAILED', captured_amount: 4_000 })
    expect(await contradictionsOf(id)).toEqual([])
  })

  it('is for a person where the payer had money back of it', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, captured)
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 1_000 }, { prefer: 'respond-async' })
    await say(first, failed)
    expect((await read(id)).status).toBe('FAILED')
    expect(await contradictionsOf(id)).toMatchObject([{ we_say: 'REFUNDED', they_say: 'UNDONE', our_amount: 1_000 }])
  })

  it('withdraws what a person was told of its success, and leaves the money of another one', async () => {
    const { id, first, second } = await authorized(4_000, 3_000)
    await say(second, captured)
    await say(first, captured)
    await say(first, failed)
    expect(await contradictionsOf(id)).toMatchObject([{ state: 'WITHDRAWN', their_amount: 4_000 }])
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 3_000 })
  })

  it('is for a person where a success of it is told later: nobody knows which of both is older', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, failed)
    await say(first, captured)
    const told = { kind: 'capture', we_say: 'AUTHORIZED', they_say: 'SETTLEMENT_REQUESTED', their_amount: 4_000 }
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED', captured_amount: 0 })
    expect(await contradictionsOf(id)).toMatchObject([{ ...told, state: 'OPEN' }])
    // The gateway still says that it failed.
    await say(first, failed)
    await say(first, settled)
    expect(await read(id)).toMatchObject({ status: 'AUTHORIZED' })
    expect(await contradictionsOf(id)).toMatchObject([{ ...told, state: 'WITHDRAWN' }])
  })

  it('is for a person as well where the payment itself is told to be captured, once with its success, and can be taken over', async () => {
    const { id, first } = await authorized(4_000)
    const own = await ordered(id, 'authorize')
    await say(first, failed)
    await reportOrder(kontor, shop.merchant, own, captured)
    await say(first, captured)
    expect((await read(id)).status).toBe('AUTHORIZED')
    const [said, ...others] = await contradictionsOf(id)
    expect([said, others]).toMatchObject([{ kind: 'capture', their_amount: 4_000, state: 'OPEN' }, []])
    expect((await takeOver(said.id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 4_000 })
    await say(first, settled)
    expect((await read(id)).status).toBe('SETTLEMENT_COMPLETED')
    await say(first, failed)
    expect((await read(id)).status).toBe('FAILED')
  })

  it('does not keep a later one from taking the money', async () => {
    const { id, first, ask } = await authorized(4_000)
    await say(first, failed)
    const second = await ask(3_000)
    await reportOrder(kontor, shop.merchant, await ordered(id, 'authorize'), captured)
    expect(await read(id)).toMatchObject({ status: 'SETTLEMENT_REQUESTED', captured_amount: 3_000 })
    await say(second, settled)
    expect(await contradictionsOf(id)).toEqual([])
  })

  it('does not take back a payment that a person made paid by hand', async () => {
    const { id, first } = await authorized(4_000)
    await say(first, failed)
    const boss = await kontor.make.cookie({ roles: ['PSP_SUPER', 'PSP_ALL'] })
    const by = { item: id, from_status: 'AUTHORIZED', to_status: 'SETTLEMENT_REQUESTED', reason: 'told by telephone' }
    expect((await kontor.post(boss, '/v1/psp/statusupdate', { ...by, tell: true })).status).toBeLessThan(300)
    await say(first, failed)
    expect((await read(id)).status).toBe('SETTLEMENT_REQUESTED')
    expect(await contradictionsOf(id)).toMatchObject([{ kind: 'capture', we_say: 'SETTLEMENT_REQUESTED' }])
  })
})
