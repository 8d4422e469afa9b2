import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'

let kontor: TestApp
let owner: pg.Client
beforeAll(async () => {
  kontor = await startTestApp({ gatewayTimeout_ms: 4_000 })
  owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await kontor.stop()
})

it('a gateway that takes connections and says nothing holds up no payment at another one', async () => {
  let received = 0
  let waiting = 0
  const hanging = createServer((_, response) => {
    received += 1
    waiting += 1
    response.once('close', () => {
      waiting -= 1
    })
  })
  await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const pay = async (payment_profile: string, user: string) =>
    (
      await kontor.post(
        user,
        '/v1/transaction',
        { payment_profile, amount: 500, payment_product: 'card', merchant_reference: 'Box', card_token: 'test_visa' },
        { prefer: 'respond-async' },
      )
    ).body.id as string
  const newShop = async (at?: string) => {
    const shop = await kontor.make.merchant()
    const user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    if (at !== undefined) await owner.query('update processor set url = $1 where id = $2', [at, shop.processor])
    return { ...shop, user }
  }
  try {
    const shops = [await newShop(url), await newShop(url), await newShop(url), await newShop(url), await newShop(url)]
    for (const shop of shops) await Promise.all(Array.from({ length: 30 }, () => pay(shop.profile, shop.user)))
    // The first wave takes all places, and is waited for in vain. A second one would take them again.
    await until(
      async () => received,
      (count) => count >= 64,
      60_000,
    )
    await until(
      async () => waiting,
      (count) => count <= 4,
      30_000,
    )
    const healthy = await newShop()
    const id = await pay(healthy.profile, healthy.user)
    await until(
      async () => (await kontor.get(healthy.user, `/v1/transaction/${id}`)).body.status,
      (status) => status !== 'INITIATED',
      60_000,
    )
  } finally {
    hanging.closeAllConnections()
    await new Promise((closed) => hanging.close(closed))
  }
}, 120_000)
