import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../src/identity/password.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { isHeavy } from './heavy.ts'
import { mannWhitney } from './mann-whitney.ts'
import { password, visitor } from './visitor.ts'

let kontor: TestApp
let emails: string[]
const samples = isHeavy ? 1000 : 300
const many = { tries: 1_000_000, window_ms: 60_000 }

beforeAll(async () => {
  kontor = await startTestApp({
    signIn: { limits: { accountNetwork: many, account: many, network: many, everyone: many, forgot: many } },
  })
  const password_hash = await hashPassword(password)
  emails = await Promise.all(Array.from({ length: 20 }, async () => (await kontor.make.user({ password_hash })).email))
})
afterAll(() => kontor.stop())

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Known and unknown addresses in turn, and in turn first, so that whatever else the machine does falls on both. */
async function compare(ask: (who: ReturnType<typeof visitor>, email: string) => Promise<unknown>) {
  const who = visitor(kontor)
  const time = async (email: string) => {
    const from = performance.now()
    await ask(who, email)
    return performance.now() - from
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let index = -10; index < samples; index++) {
    const sides = [
      { of: known, email: emails[(index + 20) % 20] ?? '' },
      { of: unknown, email: `nobody${index + 20}@test.example` },
    ]
    for (const { of, email } of index % 2 === 0 ? sides : sides.reverse()) {
      const taken = await time(email)
      if (index >= 0) of.push(taken)
    }
  }
  const p = mannWhitney(known, unknown)
  return { p, known: median(known), unknown: median(unknown) }
}

/**
 * One in a hundred comes out below 0.01 by chance, three in a row one in a million, and a busy machine may move a median. A
 * difference that is there shows each time.
 */
async function compareUntilEqual(ask: Parameters<typeof compare>[0]) {
  let found = await compare(ask)
  const differs = ({ p, known, unknown }: typeof found) => p <= 0.01 || Math.abs(known - unknown) >= 1
  for (let again = 0; differs(found) && again < 2; again++) found = await compare(ask)
  return found
}

describe('the time of an answer does not tell whether an address is known', () => {
  it.each([
    ['login', (who: ReturnType<typeof visitor>, email: string) => who.login(email, 'wrong password')],
    [
      'forgot password',
      (who: ReturnType<typeof visitor>, username: string) => who.post('/v1/auth/forgot-password', { username }),
    ],
    [
      'second factor',
      (who: ReturnType<typeof visitor>, username: string) =>
        who.post('/v1/auth/mfa', { username, token: 'x'.repeat(43), code: '123456', remember: false }),
    ],
  ] as const)(
    '%s',
    async (name, ask) => {
      const { p, known, unknown } = await compareUntilEqual(ask)
      const said = `${name}: medians ${known.toFixed(2)} and ${unknown.toFixed(2)} ms, p = ${p.toFixed(3)}`
      console.log(said)
      expect(p, said).toBeGreaterThan(0.01)
      expect(Math.abs(known - unknown), said).toBeLessThan(1)
    },
    600_000,
  )
})
