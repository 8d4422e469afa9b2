import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of an order: every way in which a processor can fail, and the one in which it does not. */
const fates = ['taken', 'refused', 'not_begun', 'lost', 'reset', 'answer_lost', 'late'] as const
type Fate = (typeof fates)[number]

/** The order arrives this much later than it was sent, when nobody waits for its answer any more. */
const late_ms = 900

/** A proxy between server and sandbox that loses, refuses and delays orders, until it is healed. */
export async function openFailingProcessor(target: string) {
  let isFailing = true
  const met = new Map<Fate, number>()
  const forward = async (request: http.IncomingMessage, body: Buffer) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const response = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: request.method === 'GET' ? null : new Uint8Array(body),
    })
    return { status: response.status, text: await response.text() }
  }
  const fateOf = (url: string): Fate => {
    if (!isFailing) return 'taken'
    if (url === '/v1/cancels') return Math.random() < 0.3 ? 'answer_lost' : 'taken'
    if (url !== '/v1/payments') return 'taken'
    return fates[Math.floor(Math.random() * fates.length)] ?? 'taken'
  }
  const listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fate = fateOf(request.url ?? '')
    met.set(fate, (met.get(fate) ?? 0) + 1)
    const answer = (status: number, text: string) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(text)
    const ignored = () => {}
    switch (fate) {
      case 'taken':
        return forward(request, body).then(
          ({ status, text }) => void answer(status, text),
          () => void reply.destroy(),
        )
      case 'refused':
        return void answer(401, '{}')
      case 'not_begun':
        return void answer(503, JSON.stringify({ code: 'not_begun', message: 'not begun' }))
      case 'lost':
        return undefined
      case 'reset':
        return void reply.destroy()
      case 'answer_lost':
        return void (await forward(request, body).catch(ignored))
      case 'late':
        return void setTimeout(() => void forward(request, body).catch(ignored), Math.random() * late_ms)
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    /** How often each fate was met. */
    met: () => Object.fromEntries(met),
    heal: () => {
      isFailing = false
    },
    close: () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
