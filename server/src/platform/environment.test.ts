import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { environmentOf, unreadVariables } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-environment-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (content: string): string => {
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}

describe('a secret', () => {
  it('may be the content of a file, whose last line end does not count', () => {
    const KONTOR_MASTER_KEY_FILE = fileOf('the key\n')
    expect(environmentOf({ KONTOR_MASTER_KEY_FILE, PORT: '' })).toEqual({
      KONTOR_MASTER_KEY: 'the key',
      KONTOR_MASTER_KEY_FILE,
    })
  })

  it('that is given twice, or by a file that is not there or empty, is refused in one line', () => {
    const file = fileOf('')
    expect(() => environmentOf({ SMTP_URL_FILE: file })).toThrow(
      `settings: SMTP_URL_FILE names ${file}, which is empty`,
    )
    expect(() => environmentOf({ SMTP_URL_FILE: join(folder, 'nothing') })).toThrow(
      /^settings: SMTP_URL_FILE names \S+, which cannot be read [^\n]+$/,
    )
    expect(() => environmentOf({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://a' })).toThrow(
      'settings: SMTP_URL and SMTP_URL_FILE are both set: remove one of them',
    )
  })
})

describe('a variable that nobody reads', () => {
  it('is named with the one that may be meant', () => {
    const read = ['KONTOR_IDLE_MINUTES', 'KONTOR_MASTER_KEY', 'KONTOR_HOST']
    expect(
      unreadVariables(
        {
          KONTOR_IDEL_MINUTES: '5',
          KONTOR_MASTERKEY_FILE: 'x',
          KONTOR_SOMETHING_ELSE: '1',
          KONTOR_HOST: 'a',
          PATH: 'b',
        },
        read,
      ),
    ).toEqual([
      'KONTOR_IDEL_MINUTES is set, and nothing here reads it: is KONTOR_IDLE_MINUTES meant?',
      'KONTOR_MASTERKEY_FILE is set, and nothing here reads it: is KONTOR_MASTER_KEY_FILE meant?',
      'KONTOR_SOMETHING_ELSE is set, and nothing here reads it.',
    ])
  })

  it('is none that is read, with its file when it is a secret', () => {
    expect(unreadVariables({ KONTOR_MASTER_KEY: 'a', KONTOR_MASTER_KEY_FILE: 'b' }, ['KONTOR_MASTER_KEY'])).toEqual([])
    expect(unreadVariables({ KONTOR_HOST_FILE: 'b' }, ['KONTOR_HOST'])).toHaveLength(1)
  })
})
