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

/** True: the receiver refused for good, which RFC 5321 says by a 5xx status. */
export function isRefusedForGood(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 500 && code < 600
}
