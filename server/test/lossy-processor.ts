import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to the next orders, one after the other: `lost_before` and `lost_after` the processor's work. */
export type Fate = 'lost_before' | 'lost_after' | 'not_begun' | 'passes'

export interface LossyProcessor {
  url: string
  /** The fates of the next orders; every later one passes. */
  let(...fates: Fate[]): void
  /** From now on the fate of each order is asked for by its path. */
  drawn(fateOf: (path: string) => Fate): void
  /** The orders and questions that arrived, oldest first: method, path and body. */
  arrived: { method: string; path: string; body: string }[]
  stop(): Promise<void>
}

/** A processor behind a line that loses orders or their replies. */
export async function startLossyProcessor(target: string): Promise<LossyProcessor> {
  const fates: Fate[] = []
  let fateOf = (_: string): Fate => fates.shift() ?? 'passes'
  const arrived: LossyProcessor['arrived'] = []
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { method = 'GET', url: path = '/', headers } = request
    arrived.push({ method, path, body })
    const fate = method === 'GET' ? 'passes' : fateOf(path)
    if (fate === 'lost_before') return void response.destroy()
    if (fate === 'not_begun')
      return void response
        .writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' })
        .end(JSON.stringify({ code: 'not_begun', message: 'busy' }))
    const reply = await fetch(target + path, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body }),
    })
    const text = await reply.text()
    if (fate === 'lost_after') return void response.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    let: (...next) => void fates.splice(0, fates.length, ...next),
    drawn: (next) => {
      fateOf = next
    },
    arrived,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
