import { html } from './html.ts'

/** The content of a mail in paragraphs: its text and its HTML are both made from it. */
export interface Content {
  subject: string
  paragraphs: readonly string[]
  /** A code in the middle of the mail, in large type. */
  code?: string
  link?: { label: string; url: string }
  closing: string
}

export interface Message {
  to: { name: string; address: string }
  language: string
  content: Content
}

export interface Letter {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** The letter of a message. A name or address with a line break is refused, because it would begin another header. */
export function letterOf({ to, language, content }: Message): Letter {
  for (const head of [to.name, to.address, content.subject]) {
    if (/\p{Cc}/u.test(head)) throw new UnsendableMail('a control character in the head of a mail')
  }
  return { to, subject: content.subject, text: textOf(content), html: htmlOf(content, language) }
}

export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

function textOf({ paragraphs, code, link, closing }: Content): string {
  const [first, ...rest] = paragraphs
  return [first, code, link?.url, ...rest, closing].filter((part) => part !== undefined).join('\n\n')
}

function htmlOf({ subject, paragraphs, code, link, closing }: Content, language: string): string {
  const [first, ...rest] = paragraphs
  const paragraph = (text: string | undefined) => html`<p style="margin:0 0 16px">${text}</p>`
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1d2433;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${paragraph(first)}
${code === undefined ? undefined : html`<p style="margin:0 0 16px;font-size:28px;letter-spacing:4px"><b>${code}</b></p>`}
${
  link &&
  html`<p style="margin:0 0 16px"><a href="${link.url}" style="display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none">${link.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6475;word-break:break-all">${link.url}</p>`
}
${rest.map(paragraph)}
<p style="margin:24px 0 0;color:#5b6475">${closing}</p>
</div></body></html>`.text
}
