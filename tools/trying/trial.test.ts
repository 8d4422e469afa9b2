import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adyenGateway } from '../../server/src/processors/adyen/adyen-gateway.ts'
import type { Gateway } from '../../server/src/processors/gateway.ts'
import { mollieGateway } from '../../server/src/processors/mollie/mollie-gateway.ts'
import { stripeGateway } from '../../server/src/processors/stripe/stripe-gateway.ts'
import { StartProblem } from '../../server/src/start-problem.ts'
import { adyenPlayer, molliePlayer, type Player, stripePlayer } from '../../server/test/gateways/players.ts'
import { variablesOf } from './test-credential.ts'
import { type Run, runTrial } from './trial.ts'
import { NotPossible } from './try-gateway.ts'
import { receiveVisitors } from './visitors.ts'

const starts = { adyen: adyenPlayer, stripe: stripePlayer, mollie: molliePlayer }
const names = ['adyen', 'stripe', 'mollie'] as const
const file = join(tmpdir(), `gateway-try-${process.pid}.json`)

let player: Player
let printed: string[]

afterEach(() => {
  clearInterval(telling)
  rmSync(file, { force: true })
})
let telling: NodeJS.Timeout | undefined
beforeEach(() => {
  printed = []
})

const environmentOf = ({ manifest }: Gateway, credential: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(credential).map(([name, value]) => [`${manifest.name}_${name}`.toUpperCase(), value]),
  )

/** What the gateway's own test cards would do. */
const scenesOf: Readonly<Record<number, 'declined' | 'sent_out_and_back'>> = { 13: 'declined', 14: 'sent_out_and_back' }

/** A trial in which everybody does what he is asked to: the payer at his page, and the gateway's webhook. */
async function tried(given: Partial<Run> = {}, playing = scenesOf): Promise<number> {
  const { gateway, fake, credential, returned } = player
  const { port, stop } = await receiveVisitors(0, { code: 200, body: '' })
  await stop()
  const visited = `http://127.0.0.1:${port}`
  const run: Run = {
    ...{ env: environmentOf(gateway, credential), port, file, patience_ms: 250, tunnel: 'https://tunnel.example' },
    async ask(text) {
      if (/^Open https:/.test(text)) await fetch(`${visited}/back?${new URLSearchParams(returned)}`)
    },
    print(text) {
      printed.push(text)
      const number = Number(/^ ?(\d+) /.exec(text)?.[1])
      const scene = playing[number]
      if (scene) fake.play(scene)
      if (number !== 15) return
      // News of what was before is of no use to this step.
      player.news()
      telling = setInterval(() => {
        for (const news of player.news()) {
          const { headers, body } = news()
          void fetch(`${visited}/webhook`, { method: 'POST', headers: { ...headers }, body }).catch(() => {})
        }
      }, 20)
    },
    ...given,
  }
  return runTrial(gateway, run)
}

const steps = (): { number: number; verdict: string; seen: string; exchanges: object[] }[] =>
  JSON.parse(readFileSync(file, 'utf8')).steps
const otherwise = () => steps().filter(({ verdict }) => verdict !== 'as expected')

describe.each(names)('a trial of %s', (name) => {
  let own: Player
  beforeAll(async () => {
    own = await starts[name]()
  })
  afterAll(() => own.fake.stop())
  beforeEach(() => {
    player = own
  })

  it('takes eighteen steps, and ends with 0 when all of them are as expected', async () => {
    const code = await tried()
    expect(otherwise()).toEqual([])
    expect(code).toBe(0)
    expect(steps()).toHaveLength(18)
    // The one request that is no repetition, on purpose.
    expect(player.fake.takeFaults()).toEqual([expect.stringContaining('another body')])
    expect(printed.at(-1)).toContain('16  a card that is stored, described, charged and revoked')
  })

  it('says which step was otherwise, and ends with 1', async () => {
    const code = await tried({}, { ...scenesOf, 3: 'declined' })
    expect(code).toBe(1)
    expect(steps()[2]).toMatchObject({ verdict: 'otherwise', seen: expect.stringContaining('not done, by the issuer') })
    expect(steps()[6]).toMatchObject({ verdict: 'not possible', seen: 'no payment was authorized' })
    player.fake.takeFaults()
  })

  it('says which steps were not possible, and why, and ends with 2', async () => {
    const nobody = () => Promise.reject(new NotPossible('nobody sits at this terminal'))
    const code = await tried({ tunnel: undefined, ask: nobody })
    expect(code).toBe(2)
    const seen = new Map(steps().map((step) => [step.number, step.seen]))
    expect(seen.get(14)).toBe('nobody sits at this terminal')
    expect(seen.get(15)).toContain('--tunnel')
    player.fake.takeFaults()
  })

  it('names each value of the credential that the environment lacks, in one line', async () => {
    const [missing = ''] = variablesOf(player.gateway.manifest)
    const env = { ...environmentOf(player.gateway, player.credential), [missing]: '' }
    await expect(tried({ env })).rejects.toThrow(new RegExp(`^Missing in the environment: ${missing} \\(.+\\)\\.$`))
    await expect(tried({ env: {} })).rejects.toThrow(variablesOf(player.gateway.manifest).at(-1))
  })

  it('is refused with a value of a live account, and nothing is sent', async () => {
    const live = Object.fromEntries(
      Object.entries(environmentOf(player.gateway, player.credential)).map(([variable, value]) => [
        variable,
        value.replace(/^(.k_)?test_/, '$1live_'),
      ]),
    )
    const before = player.fake.received.length
    await expect(tried({ env: live })).rejects.toThrow(/is of a live account/)
    expect(player.fake.received).toHaveLength(before)
    expect(printed).toEqual([])
  })

  it('says which secrets do not tell a live account from one for tests', async () => {
    await tried({ tunnel: undefined }).catch(() => undefined)
    player.fake.takeFaults()
    const keys = { adyen: 'ADYEN_API_KEY', stripe: 'STRIPE_WEBHOOK_SECRET', mollie: undefined }[name]
    const said = printed.find((text) => text.includes('does not say whether it is of a live account'))
    expect(said?.split(/[,:] /)[0]).toBe(keys)
  })

  it('is refused with what only live accounts have', async () => {
    for (const { name: field } of player.gateway.manifest.credential.filter(({ only_live }) => only_live)) {
      const env = { ...environmentOf(player.gateway, player.credential), [`${name}_${field}`.toUpperCase()]: 'x' }
      await expect(tried({ env })).rejects.toThrow(/is for a live account/)
    }
  })

  it('keeps no secret of the credential, even where the gateway repeats it', async () => {
    const secrets = player.gateway.manifest.credential.filter(({ secret }) => secret)
    const { credential, gateway } = player
    // A key is repeated as the reference of the order that the payer sees.
    const leaking: Gateway = {
      ...gateway,
      async authorize(connection, request) {
        const leak = secrets.map((field) => credential[field.name]).join(' ')
        return gateway.authorize(connection, { ...request, merchant_reference: leak.slice(0, 200), descriptor: leak })
      },
    }
    player = { ...player, gateway: leaking }
    await tried()
    const kept = readFileSync(file, 'utf8') + printed.join('\n')
    for (const { name: field } of secrets) expect(kept).not.toContain(credential[field])
    expect(kept).toContain('•••')
    player.fake.takeFaults()
  })
})

it('a trial whose port is taken says so in one line', async () => {
  const first = await receiveVisitors(0, { code: 200, body: '' })
  try {
    const again = receiveVisitors(first.port, { code: 200, body: '' })
    await expect(again).rejects.toThrow(StartProblem)
    await expect(again).rejects.toThrow(`--port ${first.port} cannot be used: listen EADDRINUSE`)
  } finally {
    await first.stop()
  }
})

it('a trial finds the gateways by their own names', () => {
  expect([adyenGateway, stripeGateway, mollieGateway].map(({ manifest }) => manifest.name)).toEqual(names)
})
