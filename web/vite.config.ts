import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  // The largest is the map of the world, which is only loaded where it is shown.
  build: { target: 'es2023', chunkSizeWarningLimit: 800 },
  server: { port: 5173, proxy: { '/v1': 'http://localhost:4000' } },
})

/** The package's version, and a hash of the translations: they are asked for with it, so that no old ones are kept. */
function appVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
  const hash = createHash('sha256')
  const folder = new URL('public/locales/', import.meta.url)
  for (const file of globSync('**/*.json', { cwd: folder }).sort()) hash.update(readFileSync(new URL(file, folder)))
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
