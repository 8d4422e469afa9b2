import { type Html, html } from './html.ts'

/** The content of a mail in blocks: its text and its HTML are both made from it. */
export interface Content {
  subject: string
  blocks: readonly Block[]
  closing: string
}

/** A paragraph, a code in large type, or a button with its address below it. */
export type Block = Words | { code: string } | { button: { label: string; url: string } }

/** The words of a paragraph, with addresses among them. */
export type Words = string | readonly (string | { url: string })[]

/** In whose name a mail is sent, and where answers go. The address of the sender is always the installation's. */
export interface Sender {
  name: string | null
  reply_to: string | null
}

export interface Message {
  to: { name: string; address: string }
  /** Absent: the installation itself. */
  from?: Sender
  language: string
  content: Content
}

export interface Letter {
  to: { name: string; address: string }
  from?: Sender
  subject: string
  text: string
  html: string
}

/** The letter of a message. A name or address with a line break is refused, because it would begin another header. */
export function letterOf({ to, from, language, content }: Message): Letter {
  for (const head of [to.name, to.address, content.subject, from?.name ?? '', from?.reply_to ?? '']) {
    if (/\p{Cc}/u.test(head)) throw new UnsendableMail('a control character in the head of a mail')
  }
  return { to, ...(from && { from }), subject: content.subject, text: textOf(content), html: htmlOf(content, language) }
}

export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

const textOf = ({ blocks, closing }: Content): string => [...blocks.map(plain), closing].join('\n\n')

function plain(block: Block): string {
  if (typeof block === 'string') return block
  if ('code' in block) return block.code
  if ('button' in block) return block.button.url
  return block.map((part) => (typeof part === 'string' ? part : part.url)).join('')
}

function htmlOf({ subject, blocks, closing }: Content, language: string): string {
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1d2433;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${blocks.map(drawn)}
<p style="margin:24px 0 0;color:#5b6475">${closing}</p>
</div></body></html>`.text
}

function drawn(block: Block): Html {
  if (typeof block === 'string') return paragraph(lines(block))
  if ('code' in block)
    return html`<p style="margin:0 0 16px;font-size:28px;letter-spacing:4px"><b>${block.code}</b></p>\n`
  if (!('button' in block))
    return paragraph(block.flatMap((part) => (typeof part === 'string' ? lines(part) : [linkTo(part.url)])))
  const { label, url } = block.button
  return html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none">${label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6475;word-break:break-all">${url}</p>\n`
}

const paragraph = (content: readonly Html[]) => html`<p style="margin:0 0 16px">${content}</p>\n`
const linkTo = (url: string) => html`<a href="${url}" style="word-break:break-all">${url}</a>`
const lines = (text: string): Html[] =>
  text.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`))
