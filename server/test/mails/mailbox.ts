import { until } from '../harness.ts'
import { type Email, openMailServer } from './mail-server.ts'

/** A real mail server that keeps its mails. It can be stopped and started again at the same port. */
export interface Mailbox {
  url: string
  mails: Email[]
  /** The number of connections it received. */
  connections: () => number
  /** Waits for a mail to an address, with that subject; gives the newest. */
  to(address: string, subject?: RegExp): Promise<Email>
  count(address: string, subject?: RegExp): number
  down(): Promise<void>
  up(): Promise<void>
  /** From now on refuses each mail, or that of one address, at this place with this answer; undefined: takes all of them again. */
  refuse(at: 'sender' | 'receiver', answer: string | undefined, address?: string): void
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = []
  let connections = 0
  const keep = async (mail: Email) => void mails.push(mail)
  const onConnect = () => {
    connections += 1
  }
  const answers: Partial<Record<'sender' | 'receiver', { answer: string | undefined; of: string | undefined }>> = {}
  const refuses = (at: 'sender' | 'receiver', address: string) =>
    [undefined, address].includes(answers[at]?.of) ? answers[at]?.answer : undefined
  let server = await openMailServer(keep, { onConnect, refuses })
  const { port } = server

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
      // The wait ends only when there is a mail.
      return found.at(-1) as Email
    },
    count: (address, subject) => ofAddress(address, subject).length,
    down: () => server.close(),
    up: async () => {
      server = await openMailServer(keep, { port, onConnect, refuses })
    },
    refuse: (at, answer, of) => {
      answers[at] = { answer, of }
    },
  }
}

export const codeIn = (mail: Email): string => /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''
export const linkIn = (mail: Email): URL => new URL(/^http\S+$/m.exec(mail.text ?? '')?.[0] ?? '')
