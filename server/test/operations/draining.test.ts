import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Installation, openInstallation } from './installation.ts'

let here: Installation

beforeAll(async () => {
  here = await openInstallation()
  const { code } = await here.kontor('migrate', { DATABASE_URL: here.ownerUrl, KONTOR_MASTER_KEY: here.masterKey })
  expect(code).toBe(0)
}, 120_000)
afterAll(() => here.stop())

it('a server that is told to stop under load behind a proxy fails no request', { timeout: 120_000 }, async () => {
  const [staying, leaving] = await Promise.all([here.serve(), here.serve({ KONTOR_DRAIN_SECONDS: '2' })])
  const proxy = await openProxy([staying.url, leaving.url])
  const seen = { answers: 0, failed: [] as string[] }
  let isOver = false
  const caller = async () => {
    while (!isOver) {
      const { status, from } = await get(`${proxy.url}/v1/transaction`)
      // An unknown key: the database is asked for it, and the answer is a refusal.
      if (status !== 401) seen.failed.push(`${status} of ${from}`)
      seen.answers += 1
    }
  }
  const callers = Promise.all(Array.from({ length: 8 }, caller))
  while ([staying.url, leaving.url].some((url) => (proxy.sent[url] ?? 0) <= 10)) await sleep(50)
  const before = { ...proxy.sent }

  leaving.process.kill('SIGTERM')
  expect(await leaving.ended).toBe(0)
  const atEnd = proxy.sent[staying.url] ?? 0
  await sleep(200)
  isOver = true
  await callers
  await proxy.close()
  staying.process.kill('SIGKILL')
  expect(seen.failed).toEqual([])
  expect(proxy.sent[leaving.url]).toBeGreaterThan(before[leaving.url] ?? 0)
  expect(proxy.sent[staying.url]).toBeGreaterThan(atEnd)
})

it('it says that it is not ready, lives on, and a second signal ends the wait', { timeout: 60_000 }, async () => {
  const server = await here.serve({ KONTOR_DRAIN_SECONDS: '600' })
  server.process.kill('SIGTERM')
  await sleep(50)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
  expect(await ready.json()).toMatchObject({ details: { reason: 'stopping' } })
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

/** A balancer as simple as they come: in turn to those that were ready at the last look, over connections that stay open. */
async function openProxy(targets: readonly string[]) {
  let ready = [...targets]
  const sent: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true })
  const look = async () => {
    const answers = await Promise.all(targets.map((target) => get(`${target}/readyz`, agent)))
    ready = targets.filter((_, place) => answers[place]?.status === 200)
  }
  const timer = setInterval(() => void look(), 200)
  let turn = 0
  const server: Server = createServer((incoming, outgoing) => {
    turn += 1
    const target = ready[turn % ready.length] ?? ''
    sent[target] = (sent[target] ?? 0) + 1
    const forwarded = request(
      `${target}${incoming.url}`,
      { agent, headers: { authorization: 'Bearer kontor_unknown' } },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, { 'x-from': target })
        reply.pipe(outgoing)
      },
    )
    forwarded.on('error', (error) => outgoing.writeHead(502, { 'x-from': `${target} (${error.message})` }).end())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function get(url: string, agent?: Agent): Promise<{ status: number; from: string }> {
  return new Promise((resolve) => {
    const sending = request(url, agent ? { agent } : {}, (reply) => {
      reply.resume()
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, from: String(reply.headers['x-from']) }))
      reply.on('error', (error) => resolve({ status: 599, from: error.message }))
    })
    sending.on('error', (error) => resolve({ status: 599, from: error.message }))
    sending.end()
  })
}
