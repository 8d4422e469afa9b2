import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from './harness.ts'

/** A real mail server that keeps what it is given. It can be taken down and brought up again at the same port. */
export interface Mailbox {
  url: string
  mails: Email[]
  /** How often somebody came to its door. */
  connections: () => number
  /** The newest mail to an address whose subject is so; waits for it. */
  to(address: string, subject?: RegExp): Promise<Email>
  count(address: string): number
  down(): Promise<void>
  up(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = []
  let connections = 0
  let port = 0
  let server = await listen()

  async function listen(): Promise<SMTPServer> {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onConnect(_session, done) {
        connections += 1
        done()
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            mails.push(mail)
            done()
          }, done)
        })
      },
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    // A listening server has an address with a port.
    port = (made.server.address() as AddressInfo).port
    return made
  }

  const ofAddress = (address: string, subject = /./) =>
    mails.filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    to: async (address, subject) => {
      const found = await until(
        async () => ofAddress(address, subject),
        (seen) => seen.length > 0,
      )
      // The wait is over when there is one.
      return found.at(-1) as Email
    },
    count: (address) => ofAddress(address).length,
    down: () => new Promise((resolve) => server.close(() => resolve())),
    up: async () => {
      server = await listen()
    },
  }
}

export const codeIn = (mail: Email): string => /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''
export const linkIn = (mail: Email): URL => new URL(/^http\S+$/m.exec(mail.text ?? '')?.[0] ?? '')
