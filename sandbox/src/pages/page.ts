import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid #8886 }
code, pre { font: .9em/1.5 ui-monospace, monospace }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8886; border-radius: .4rem }
input { font: inherit; padding: .3rem .5rem; max-width: 100%; box-sizing: border-box }
button { font: inherit; padding: .5rem 1.2rem; margin: 0 .5rem .5rem 0; cursor: pointer }
`

// The page may use this style sheet only, named by its hash: no script, no other resource, no frame around it.
const policy = (formTo: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self' ${formTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** `formTo`: another origin to which the page has a form. */
export function sendPage(reply: FastifyReply, title: string, body: Html, formTo = '') {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
  return reply
    .header('content-security-policy', policy(formTo))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.text)
}
