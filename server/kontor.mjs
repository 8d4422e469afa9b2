#!/usr/bin/env node
// The commands of an installation. Plain JavaScript, because an older Node cannot read the rest.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`Kontor needs Node 24 or newer, and this is Node ${process.versions.node}.`)
  process.exit(1)
}
// Verifying a passkey checks which algorithms Node supports, and Node warns that some are experimental.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`)
})
process.env.NODE_ENV ??= 'production'
const { kontor } = await import('./src/commands/kontor.ts').catch(refuseUnlessInstalled)
process.exit(await kontor(process.argv.slice(2), process.env))

function refuseUnlessInstalled(error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error(`A package is missing: run "npm ci --omit=dev" (${error.message.split('\n')[0]})`)
  process.exit(1)
}
