import { createServer, type IncomingHttpHeaders } from 'node:http'
import { until } from './until.ts'

export interface Received {
  id: string
  headers: Record<string, string>
  rawBody: string
  type: string
  // Tests look at single fields of it; the adapter is the one that checks its shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  data: any
}

/** The caller's receiver of notifications: keeps them and answers as the test asks. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = { received, statusFor: (_news: Received): number => 204, url: '', of, untilStatus, stop }
  const server = createServer(async (request, response) => {
    const news = read(request.headers, Buffer.concat(await Array.fromAsync(request)).toString())
    const status = receiver.statusFor(news)
    if (status < 300) received.push(news)
    response.writeHead(status).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address === 'object') receiver.url = `http://127.0.0.1:${address?.port}/notifications`
  return receiver

  function of(reference: string) {
    return received.filter((news) => news.data.reference === reference)
  }
  function untilStatus(reference: string, status: string) {
    return until(() => of(reference).find((news) => news.data.status === status))
  }
  function stop() {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
}

function read(all: IncomingHttpHeaders, rawBody: string): Received {
  const headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]))
  return { id: headers['webhook-id'] ?? '', headers, rawBody, ...JSON.parse(rawBody) }
}
