import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite'

// Every screen behind the sign-in asks for all entities: one file instead of thirty. The sign-in and the payment page ask
// for none, only for some of the words that entities are made of.
const contractGroups = [
  {
    name: (id: string) => basename(id, '.ts'),
    test: /contract[\\/]src[\\/](.+[\\/])?(roles|languages|transaction[.]rules|checkout-design[.]rules)[.]ts$/,
    priority: 2,
  },
  { name: 'entities', test: /contract[\\/]src[\\/].+[.]entity[.]ts$/, priority: 1 },
]

export default defineConfig({
  plugins: [react(), payPage(), lightEndpoints()],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  build: {
    target: 'es2023',
    // The largest is the map of the world, which is only loaded where it is shown.
    chunkSizeWarningLimit: 800,
    // The hosted payment page shares nothing with the back office.
    rollupOptions: {
      input: ['index.html', 'pay.html', 'pay-preview.html'].map((page) =>
        fileURLToPath(new URL(page, import.meta.url)),
      ),
      output: { codeSplitting: { groups: contractGroups } },
    },
  },
})

/** While developing, as the server does it: every address of a payment link is one page, in the look of its design. */
function payPage(): Plugin {
  return {
    name: 'pay-page',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url === '/pay/preview') request.url = '/pay-preview.html'
        else if (tokenIn(request.url)) request.url = '/pay.html'
        next()
      })
    },
    async transformIndexHtml(html, { originalUrl, server }) {
      const token = tokenIn(originalUrl)
      const target = server?.config.server.proxy?.['/v1']
      if (!token || typeof target !== 'string') return html
      const href = `/pay/${token}/design.css`
      const { ok } = await fetch(`${target}${href}`)
      if (!ok) return html
      const tags = [{ tag: 'link', attrs: { rel: 'stylesheet', href }, injectTo: 'head' as const }]
      return { html: html.replace('<html', '<html data-design'), tags }
    },
  }
}

/** Of the address of the page itself, and of none below it. */
const tokenIn = (url = ''): string | undefined => /^\/pay\/([^/?]+)\/?(?:\?|$)/.exec(url)?.[1]

/** Much of an endpoint's description is for the server and the reference: it is not sent to browsers, who never read it. */
function lightEndpoints(): Plugin {
  const unread = ['summary', 'description', 'refusals', 'status', 'alsoPut', 'personOnly', 'isSecret', 'isHidden']
  return {
    name: 'light-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*[.-]endpoints\.ts$/ },
      handler(code, id) {
        let light = code
        const blank = (start: number, end: number) => {
          // As long as it was: what stands behind it is found where it was written.
          light = light.slice(0, start) + light.slice(start, end).replace(/[^\n]/g, ' ') + light.slice(end)
        }
        new Visitor({
          Property({ key, start, end }) {
            const isUnread = key.type === 'Identifier' && unread.includes(key.name)
            if (isUnread) blank(start, code[end] === ',' ? end + 1 : end)
          },
        }).visit(parseSync(id, code).program)
        return { code: light, map: null }
      },
    },
  }
}

/** The package's version, and a hash of the translations: they are asked for with it, so that no old ones are kept. */
function appVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
  const hash = createHash('sha256')
  const folder = new URL('public/locales/', import.meta.url)
  for (const file of globSync('**/*.json', { cwd: folder }).sort()) hash.update(readFileSync(new URL(file, folder)))
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
