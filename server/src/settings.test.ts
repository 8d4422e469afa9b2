import { expect, it } from 'vitest'
import { fieldsAt, readSettings } from './settings.ts'

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

it('takes exchange rates over https, and over http from this machine alone', () => {
  const at = (EXCHANGE_RATES_URL: string) => readSettings({ ...enough, EXCHANGE_RATES_URL }).EXCHANGE_RATES_URL
  expect(() => at('http://rates.example/daily.xml')).toThrow('EXCHANGE_RATES_URL must be https')
  expect(at('https://rates.example/daily.xml')).toBe('https://rates.example/daily.xml')
  expect(at('http://127.0.0.1:4010/rates.xml')).toBe('http://127.0.0.1:4010/rates.xml')
})

it('has a lease that fits its time-out, when nothing is set', () => {
  expect(readSettings(enough)).toMatchObject({ KONTOR_OUTBOX_LEASE_MS: 30_000, KONTOR_GATEWAY_TIMEOUT_MS: 10_000 })
})

it('has the card fields at another port of its host, unless they have an address of their own', () => {
  const at = (env: object) => fieldsAt(readSettings({ ...enough, ...env }))
  expect(at({})).toEqual({ port: 4020, url: 'http://localhost:4020' })
  expect(at({ PORT: '80', KONTOR_PUBLIC_URL: 'https://pay.example/' })).toEqual({
    port: 100,
    url: 'https://pay.example:100',
  })
  const own = { KONTOR_FIELDS_PORT: '5000', KONTOR_FIELDS_URL: 'https://cards.example/' }
  expect(at({ KONTOR_PUBLIC_URL: 'https://pay.example', ...own })).toEqual({ port: 5000, url: 'https://cards.example' })
})

it('refuses card fields that are of Kontor’s own origin, or that a secure page cannot frame', () => {
  const at = (url: string) =>
    fieldsAt(readSettings({ ...enough, KONTOR_PUBLIC_URL: 'https://pay.example', KONTOR_FIELDS_URL: url }))
  expect(() => at('https://pay.example:443/fields')).toThrow('must be another origin than KONTOR_PUBLIC_URL')
  expect(() => at('http://cards.example')).toThrow('must be https')
})
