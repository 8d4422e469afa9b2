import nodemailer from 'nodemailer'
import type { Letter } from './message.ts'

/** Hands a letter over; throws when that failed and may work later. */
export type Transport = (letter: Letter, id: string) => Promise<void>

const patience_ms = 10_000

export function smtpTransport(url: string, from: string): Transport {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: patience_ms,
    greetingTimeout: patience_ms,
    socketTimeout: 2 * patience_ms,
    dnsTimeout: patience_ms,
    // The content of a mail comes from us alone, so it needs no access to files.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The address stays the installation's, whose domain says which servers may send for it.
  const address = /([^\s<>"]+)>?$/.exec(from)?.[1] ?? from
  const domain = /@(.+)$/.exec(address)?.[1] ?? 'localhost'
  return async ({ to, from: sender, subject, text, html }, id) => {
    // The id is the same at every try, so a receiver can recognise a mail that it has already.
    const messageId = `<${id}@${domain}>`
    const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
    await transporter.sendMail({
      from: sender?.name ? { name: sender.name, address } : from,
      ...(sender?.reply_to && { replyTo: { name: '', address: sender.reply_to } }),
      ...{ to, subject, text, html, messageId, headers },
    })
  }
}

/** How a mail server refused: the command that it refused, and its answer (RFC 5321). */
type Refusal = Error & { command?: string; responseCode?: number; response?: string }

/**
 * `for good`: the receiver's address was refused for good. `not allowed`: we may not send to it (5.7 of RFC 3463). A server says this
 * when it refuses us, such as one that does not relay for strangers, and also of one receiver, as for a list that takes mails of its
 * members alone. Undefined: neither was said.
 */
export function receiverRefused(error: unknown): 'for good' | 'not allowed' | undefined {
  if (!(error instanceof Error)) return undefined
  const { command, responseCode = 0, response = '' }: Refusal = error
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode >= 600) return undefined
  return /^\d{3}[ -]5\.7\./.test(response) ? 'not allowed' : 'for good'
}

/** What went wrong, for the log. Servers repeat the address of the receiver, which does not belong there. */
export const withoutAddresses = (text: string): string =>
  text.slice(0, 500).replaceAll(/[^\s<>,;:()@]{1,100}@[^\s<>,;:()]+/g, '…')
