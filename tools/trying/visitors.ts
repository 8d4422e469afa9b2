import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RawNotification } from '../../server/src/processors/gateway.ts'
import type { WebhookFacts } from '../../server/src/processors/manifest.ts'
import { StartProblem } from '../../server/src/start-problem.ts'

const longestBody = 1_000_000

/** Who comes to this machine during a trial: the payer's browser at `/back`, and the gateway's webhook at `/webhook`. */
export interface Visitors {
  /** The address for the payer. */
  back: string
  port: number
  /** What the payer brought since the last call. Undefined: he has not come. */
  returned(): Record<string, string> | undefined
  /** What the gateway told so far. */
  told: readonly RawNotification[]
  stop(): Promise<void>
}

export async function receiveVisitors(port: number, answer: WebhookFacts['answer']): Promise<Visitors> {
  const told: RawNotification[] = []
  let brought: Record<string, string> | undefined
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://here')
    let body = ''
    for await (const part of request) if (body.length < longestBody) body += String(part)
    if (url.pathname === '/webhook') {
      // Headers that come more than once are of no gateway's proof.
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      told.push({ headers: Object.fromEntries(headers), body })
      return response.writeHead(answer.code).end(answer.body)
    }
    if (url.pathname === '/back')
      brought = { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(new URLSearchParams(body)) }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('Thank you. Go back to the terminal and press Enter.')
  })
  await new Promise<void>((listening, failed) =>
    server
      .once('error', (error) => failed(new StartProblem(`--port ${port} cannot be used: ${error.message}.`)))
      .listen(port, '127.0.0.1', listening),
  )
  // A server on TCP has such an address.
  const at = (server.address() as AddressInfo).port
  return {
    ...{ back: `http://127.0.0.1:${at}/back`, port: at, told },
    returned() {
      const last = brought
      brought = undefined
      return last
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
