import { describe, expect, it } from 'vitest'
import { idleMinutes, readSettings } from '../../settings.ts'

const needed = {
  KONTOR_MERCHANT_DATABASE_URL: 'postgres://merchant@localhost/kontor',
  KONTOR_PROVIDER_DATABASE_URL: 'postgres://provider@localhost/kontor',
  KONTOR_MASTER_KEY: Buffer.alloc(32).toString('base64'),
}
const read = (env: Record<string, string> = {}) => readSettings({ ...needed, ...env })

describe('the time without activity', () => {
  it('is 30 minutes, 10 hours in development, and in production never more', () => {
    expect(idleMinutes(read())).toBe(30)
    expect(idleMinutes(read({ NODE_ENV: 'development' }))).toBe(600)
    expect(idleMinutes(read({ KONTOR_IDLE_MINUTES: '15' }))).toBe(15)
    expect(() => idleMinutes(read({ KONTOR_IDLE_MINUTES: '31' }))).toThrow(/at most 30/)
    expect(idleMinutes(read({ KONTOR_IDLE_MINUTES: '31', NODE_ENV: 'development' }))).toBe(31)
  })
})

describe('settings of signing in', () => {
  it('may be empty, as a shell script says "not set"', () => {
    expect(read({ SMTP_URL: '', KONTOR_BREACHED_PASSWORDS_URL: '', KONTOR_MODULES: '' })).toMatchObject({
      KONTOR_MODULES: [],
    })
  })

  it('are refused with their name when they are wrong', () => {
    expect(() => read({ SMTP_URL: 'http://mail' })).toThrow(/SMTP_URL/)
    expect(() => read({ MAIL_FROM: 'a@b\r\nBcc: c' })).toThrow(/MAIL_FROM/)
    expect(() => read({ KONTOR_MFA_CODE_MINUTES: '31' })).toThrow(/KONTOR_MFA_CODE_MINUTES/)
    expect(() => read({ KONTOR_MODULES: 'sap,unknown' })).toThrow(/KONTOR_MODULES/)
    expect(read({ KONTOR_MODULES: 'sap, collecting' }).KONTOR_MODULES).toEqual(['sap', 'collecting'])
  })
})
