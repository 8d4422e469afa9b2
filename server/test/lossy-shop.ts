import pg from 'pg'
import { expect } from 'vitest'
import { wrongAttempts, wrongSteps, wrongSums } from './books.ts'
import { connectAccount, startTestApp, type TestApp } from './harness.ts'
import { type LossyProcessor, startLossyProcessor } from './lossy-processor.ts'
import type { MadeMerchant } from './make.ts'

/** Kontor, and the sandbox behind a line that loses orders and replies. */
export interface LossyKontor {
  kontor: TestApp
  line: LossyProcessor
  /** Reads and writes Kontor's database as its owner. */
  owner: pg.Client
  /** Reads and writes the database of the sandbox. */
  store: pg.Client
  stop(): Promise<void>
}

export interface LossyShop {
  shop: MadeMerchant
  user: string
  profile: string
}

export async function startLossyKontor(settings: Parameters<typeof startTestApp>[0] = {}): Promise<LossyKontor> {
  const kontor = await startTestApp({ gatewayTimeout_ms: 2_000, ...settings })
  const line = await startLossyProcessor(kontor.sandboxUrl)
  const owner = new pg.Client(kontor.database.adminUrl)
  const store = new pg.Client(kontor.sandboxStoreUrl)
  await Promise.all([owner.connect(), store.connect()])
  const stop = async () => {
    await Promise.all([owner.end(), store.end(), line.stop()])
    await kontor.stop()
  }
  return { kontor, line, owner, store, stop }
}

/** A merchant whose only processor is behind the line. Nobody hears its notifications: replies alone say what became. */
export async function makeLossyShop({ kontor, line }: LossyKontor): Promise<LossyShop> {
  const shop = await kontor.make.merchant()
  const user = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  const processor = await kontor.make.processor(shop.merchant, { url: line.url })
  const profile = await kontor.make.profile(shop.merchant, { processors: [processor] })
  await connectAccount(kontor.sandboxUrl, 'http://127.0.0.1:9', shop.merchant)
  line.arrived.splice(0)
  return { shop, user, profile }
}

/** Lets everything pass again, and checks what must hold for the payments of a merchant at any moment. */
export async function expectRightBooks({ kontor, line }: LossyKontor, { merchant }: MadeMerchant): Promise<void> {
  line.let()
  const { provider } = kontor.databases
  expect(await wrongSums(provider, merchant)).toEqual([])
  expect(await wrongSteps(provider, merchant)).toEqual([])
  expect(await wrongAttempts(provider, merchant)).toEqual([])
}
