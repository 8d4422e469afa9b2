import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Moment = 'before the work' | 'after the work' | 'after the reply'

/** A proxy between server and sandbox that tells when a call arrives, is done and is answered. */
export async function openWire(target: string) {
  let at: (moment: Moment, path: string) => Promise<void> = async () => {}
  const listener = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    await at('before the work', request.url ?? '')
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const response = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: request.method === 'GET' ? null : Buffer.concat(chunks),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    await at('after the work', request.url ?? '')
    if (!response || text === undefined) return void reply.destroy()
    reply.writeHead(response.status, { 'content-type': 'application/json' }).end(text)
    await at('after the reply', request.url ?? '')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    watch: (watcher: typeof at) => {
      at = watcher
    },
    close: () => listener.closeAllConnections() ?? listener.close(),
  }
}
