import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A connection from the browser to the server that one test can cut and repair. The server stays up for the other
 * tests.
 */
export interface Line {
  url: string
  cut: () => void
  /** Cuts the connection when the browser requests this path. */
  cutAt: (path: RegExp) => void
  /** Answers 502, like a gateway whose server is down. */
  answer502: () => void
  /** Simulates a new version: the start page names another file, and these files of the old version are gone. */
  renew: (gone: RegExp) => void
  mend: () => void
  close: () => Promise<void>
}

export async function openLine(target: string): Promise<Line> {
  let state: 'whole' | 'cut' | '502' = 'whole'
  let gone: RegExp | undefined
  let last: RegExp | undefined
  const cut = () => {
    state = 'cut'
    server.closeAllConnections()
  }
  const server = createServer((incoming, outgoing) => {
    if (last?.test(incoming.url ?? '')) cut()
    // A newly loaded page is the newest version, and its files exist.
    if (incoming.headers['sec-fetch-dest'] === 'document') gone = undefined
    if (state === 'cut') incoming.socket.destroy()
    else if (state === '502') outgoing.writeHead(502).end()
    else if (gone?.test(incoming.url ?? '')) outgoing.writeHead(404).end()
    else pass(target, incoming, outgoing, gone !== undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The cast is safe: a listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    cut,
    cutAt: (path) => {
      last = path
    },
    answer502: () => {
      state = '502'
    },
    renew: (files) => {
      gone = files
    },
    mend: () => {
      state = 'whole'
      last = undefined
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse, isRenewed: boolean): void {
  const { method, url = '/', headers } = incoming
  const isPage = isRenewed && url === '/'
  const passed = isPage ? { ...headers, 'accept-encoding': 'identity' } : headers
  const onward = request(target + url, { method, headers: passed }, (reply) => {
    if (!isPage) {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      return void reply.pipe(outgoing)
    }
    const pieces: Buffer[] = []
    reply.on('data', (piece: Buffer) => pieces.push(piece))
    reply.on('end', () => {
      const { 'content-length': _, ...others } = reply.headers
      outgoing.writeHead(reply.statusCode ?? 502, others)
      outgoing.end(
        Buffer.concat(pieces)
          .toString()
          .replace(/(src="\/assets\/index-[^"]+)"/, '$1?newer"'),
      )
    })
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
