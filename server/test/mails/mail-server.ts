import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type { Email } from 'postal-mime'

export interface MailServer {
  port: number
  close(): Promise<void>
}

interface Options {
  /** 0 or absent: a free port. */
  port?: number
  onConnect?: () => void
}

/** A real mail server, which confirms a mail only after handing it over. */
export async function openMailServer(
  keep: (mail: Email) => Promise<void>,
  { port = 0, onConnect = () => {} }: Options = {},
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      onConnect()
      done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(keep)
          .then(() => done(), done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    // A listening server has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
