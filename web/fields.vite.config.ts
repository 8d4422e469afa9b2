import { globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname

/**
 * The scripts of the card fields, one for each gateway, for an origin of their own (docs/adr/0089). The server makes their
 * pages, and finds the files in the list that this build writes.
 */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: 'dist-fields',
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: globSync('src/pay/fields/*.ts', { cwd: here }).map((file) => join(here, file)) },
  },
})
