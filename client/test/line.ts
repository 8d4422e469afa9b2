import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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
    const body = await text(request)
    const { method = 'GET', url: path = '/', headers } = request
    const key = headers['idempotency-key'] as string | undefined
    arrived.push({ method, path, key, at: performance.now(), body })
    const fate = fates.shift() ?? always
    if (fate === 'held') return
    if (fate === 'cut_before') return void request.socket.destroy()
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers ?? {}).end(fate.body ?? '')
    const passed = ['authorization', 'content-type', 'idempotency-key']
    const sent = Object.fromEntries(passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
    const reply = await answerOf(target + path, { method, headers: sent }, body)
    const answer = await text(reply)
    if (fate === 'cut_after') return void request.socket.destroy()
    response.writeHead(reply.statusCode ?? 0, { 'content-type': reply.headers['content-type'] ?? '' }).end(answer)
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  // Nor does it lose one that comes when an idle connection is about to be closed.
  server.keepAliveTimeout = 0
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

/**
 * Asks on a connection of its own. One that is kept may be closed by the server at that very moment, and a request would be lost that
 * no test wants to lose.
 */
const answerOf = (url: string, options: { method: string; headers: Record<string, string> }, body: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    requestTo(url, { ...options, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
