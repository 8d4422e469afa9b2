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
  /** Refuses the sender or the receiver of a mail with this answer; undefined: takes it. */
  refuses?: (at: 'sender' | 'receiver', address: string) => string | undefined
}

/** A real mail server, which confirms a mail only after handing it over. */
export async function openMailServer(
  keep: (mail: Email) => Promise<void>,
  { port = 0, onConnect = () => {}, refuses = () => undefined }: Options = {},
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      onConnect()
      done()
    },
    onMailFrom: ({ address }, _session, done) => done(refusal(refuses('sender', address))),
    onRcptTo: ({ address }, _session, done) => done(refusal(refuses('receiver', address))),
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

/** `answer` is a code and a text, as a server says it. */
const refusal = (answer: string | undefined) =>
  answer === undefined ? null : Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
