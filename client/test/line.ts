import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a request: `cut_before` and `cut_after` the server's work; or an answer that somebody else gives. */
export type Fate = 'passes' | 'cut_before' | 'cut_after' | 'held' | Answer
interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

interface Arrived {
  method: string
  path: string
  key: string | undefined
  at: number
  body: string
}

export interface Line {
  url: string
  arrived: Arrived[]
  /** The fates of the next requests; every later one has the last fate of `then`. */
  next(fates: readonly Fate[], then?: Fate): void
  stop(): Promise<void>
}

/** A line between a program and a server, which loses what a test wants it to lose. */
export async function openLine(target: string): Promise<Line> {
  const arrived: Arrived[] = []
  let fates: Fate[] = []
  let always: Fate = 'passes'
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { method = 'GET', url: path = '/', headers } = request
    const key = headers['idempotency-key'] as string | undefined
    arrived.push({ method, path, key, at: performance.now(), body })
    const fate = fates.shift() ?? always
    if (fate === 'held') return
    if (fate === 'cut_before') return void request.socket.destroy()
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers ?? {}).end(fate.body ?? '')
    const passed = ['authorization', 'content-type', 'idempotency-key']
    const sent = Object.fromEntries(passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
    const reply = await fetch(target + path, { method, headers: sent, ...(body ? { body } : {}) })
    const text = await reply.text()
    if (fate === 'cut_after') return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(text)
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    next: (given, then = 'passes') => {
      fates = [...given]
      always = then
      arrived.splice(0)
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
