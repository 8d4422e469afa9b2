import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const enough = {
  KONTOR_MERCHANT_DATABASE_URL: 'postgres://a@b/c',
  KONTOR_PROVIDER_DATABASE_URL: 'postgres://a@b/c',
  KONTOR_MASTER_KEY: Buffer.alloc(32).toString('base64'),
}

it('refuses a lease that a job may outlive', () => {
  const read = (lease: string) =>
    readSettings({ ...enough, KONTOR_GATEWAY_TIMEOUT_MS: '5000', KONTOR_OUTBOX_LEASE_MS: lease })
  expect(() => read('10000')).toThrow('KONTOR_OUTBOX_LEASE_MS must be more than twice KONTOR_GATEWAY_TIMEOUT_MS')
  expect(read('10001').KONTOR_OUTBOX_LEASE_MS).toBe(10_001)
})

it('has a lease that fits its time-out, when nothing is set', () => {
  expect(readSettings(enough)).toMatchObject({ KONTOR_OUTBOX_LEASE_MS: 30_000, KONTOR_GATEWAY_TIMEOUT_MS: 10_000 })
})
