import type { Databases } from '../db/database.ts'
import { doubling } from '../jobs/back-off.ts'
import { type Queue, startQueue } from '../jobs/queue.ts'
import type { Clock } from '../time/clock.ts'
import { letterOf, type Message, UnsendableMail } from './message.ts'
import {
  claimMails,
  finishMail,
  isDemo,
  isRefusedAlone,
  openValues,
  retryMail,
  type Values,
  type WaitingMail,
} from './outbox.ts'
import { receiverRefused, type Transport, withoutAddresses } from './transport.ts'

/** Makes a mail just before it is sent; undefined when there is nobody to send it to. */
export type MailMaker = (template: string, values: Values, now: Date) => Promise<Message | undefined>

/** Chooses the maker of a mail by its template; `otherwise` makes all others. */
export const byTemplate =
  (makers: ReadonlyMap<string, MailMaker>, otherwise: MailMaker): MailMaker =>
  (template, values, now) =>
    (makers.get(template) ?? otherwise)(template, values, now)

export interface MailWorkerOptions {
  databases: Databases
  masterKey: string
  clock: Clock
  make: MailMaker
  /** Undefined: a demo catches its mails and keeps them for viewing; any other installation keeps them waiting. */
  transport: Transport | undefined
  poll_ms: number
  /** The wait after the first failure, in milliseconds; it doubles, up to an hour. */
  retry_ms: number
  onError: (error: unknown) => void
}

export type MailWorker = Pick<Queue<WaitingMail>, 'nudge' | 'stop'>

const lease_ms = 120_000
const atOnce = 10
const gather_ms = 10
const longestRetry_ms = 3_600_000

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { databases, clock, poll_ms, onError } = options
  return startQueue<WaitingMail>({
    total: atOnce,
    poll_ms,
    gather_ms,
    claim: ({ free }) => claimMails(databases.provider, free, lease_ms, clock.now()),
    perform: (mail) => deliver(options, mail),
    aboutOf: ({ id, template }) => ({ mail: id, template }),
    onError,
  })
}

async function deliver(options: MailWorkerOptions, mail: WaitingMail): Promise<void> {
  const { databases, masterKey, clock, make, transport } = options
  const db = databases.provider
  const now = clock.now()
  if (mail.expires_at <= now.toISOString()) return finishMail(db, mail.id, 'expired', now)
  try {
    const message = await make(mail.template, openValues(masterKey, mail.id, mail.sealed), now)
    if (!message) return await finishMail(db, mail.id, 'nobody', now)
    const letter = letterOf(message)
    if (transport) {
      await transport(letter, mail.id)
      return await finishMail(db, mail.id, 'sent', now)
    }
    if (!(await isDemo(db))) throw new Error('SMTP_URL is not set')
    const { to, from, ...kept } = letter
    const sender = { sender: from?.name ?? '', reply_to: from?.reply_to ?? '' }
    await finishMail(db, mail.id, 'caught', now, { masterKey, letter: { ...kept, ...sender, ...to } })
  } catch (error) {
    const text = withoutAddresses(error instanceof Error ? error.message : 'unknown')
    const refused = receiverRefused(error)
    const isOver =
      error instanceof UnsendableMail ||
      refused === 'for good' ||
      (refused === 'not allowed' && (await isRefusedAlone(db, mail.id, now)))
    const wait = doubling(mail.attempts, options.retry_ms, longestRetry_ms)
    if (isOver) await finishMail(db, mail.id, 'refused', now, undefined, text)
    else await retryMail(db, mail.id, new Date(now.getTime() + wait), text)
    throw new Error(`${isOver ? 'mail refused' : 'mail not sent yet'}: ${text}`)
  }
}
