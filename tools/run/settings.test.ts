import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { refuseStrangers } from './this-machine.ts'

const demoOf = (env: Record<string, string>) => {
  const { demo, publicDemo } = readSettings(env)
  return { demo, publicDemo }
}

describe('the demo', () => {
  it('is loaded where nothing is set, and not into a database of one’s own', () => {
    expect(demoOf({})).toEqual({ demo: true, publicDemo: false })
    expect(demoOf({ DATABASE_URL: 'postgres://me@db.example/kontor' })).toEqual({ demo: false, publicDemo: false })
  })

  it('is loaded there when it is asked for by name, and nowhere when it is off', () => {
    const DATABASE_URL = 'postgres://me@db.example/kontor'
    expect(demoOf({ DATABASE_URL, KONTOR_DEMO: 'on' })).toEqual({ demo: true, publicDemo: false })
    expect(demoOf({ DATABASE_URL, KONTOR_DEMO: 'public' })).toEqual({ demo: true, publicDemo: true })
    expect(demoOf({ KONTOR_DEMO: 'off' })).toEqual({ demo: false, publicDemo: false })
    expect(() => demoOf({ KONTOR_DEMO: 'yes' })).toThrow('KONTOR_DEMO')
  })

  it.each([
    ['0.0.0.0', 'http://localhost:4000'],
    ['::', 'http://localhost:4000'],
    ['192.168.1.5', 'http://localhost:4000'],
    ['127.0.0.1.nip.example', 'http://localhost:4000'],
    ['127.0.0.1', 'https://kontor.example'],
    ['127.0.0.1', 'https://localhost.kontor.example'],
  ])('is refused at %s, reached as %s, in one line, unless it is public', (host, publicUrl) => {
    expect(() => refuseStrangers({ host, publicUrl })).toThrow(/^[^\n]+ KONTOR_DEMO=public [^\n]+$/)
    refuseStrangers({ host, publicUrl, publicDemo: true })
  })

  it.each([
    ['127.0.0.1', 'http://localhost:4000'],
    ['localhost', 'http://kontor.localhost:4000'],
    ['::1', 'http://[::1]:4000'],
    ['127.1.2.3', 'http://127.0.0.1'],
  ])('is welcome at %s, reached as %s', (host, publicUrl) => {
    expect(() => refuseStrangers({ host, publicUrl })).not.toThrow()
  })
})

it('a master key has one form, however it is written', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  expect(readSettings({ KONTOR_MASTER_KEY: key.replace('=', '') }).masterKey).toBe(key)
  expect(() => readSettings({ KONTOR_MASTER_KEY: 'c2hvcnQ=' })).toThrow('must be 32 bytes in base64')
})
