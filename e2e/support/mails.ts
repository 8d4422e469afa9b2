import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Email } from '../../server/test/mails/mail-server.ts'
import { expect } from './test.ts'

/** The match in the newest mail to this address that contains one, among those at the mail server (set-up.ts). */
export async function fromMail(to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(() => {
      found = newestFirst()
        .map((file): Email => JSON.parse(readFileSync(file, 'utf8')))
        .filter((mail) => mail.to?.some(({ address }) => address === to))
        .map((mail) => pattern.exec(`${mail.subject}\n${mail.text}`)?.[0])
        .find(Boolean)
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

const newestFirst = (): string[] =>
  globSync(join(process.env.KONTOR_E2E_MAILS ?? '', '*.json'))
    .sort()
    .reverse()

export const codeFor = (to: string): Promise<string> => fromMail(to, /\b\d{6}\b/)
