// `npm start`: runs everything that Kontor needs until Ctrl-C.
import { unreadVariables } from '../server/src/platform/environment.ts'
import { serverVariables } from '../server/src/settings.ts'
import { said } from './run/problem.ts'
import { readSettings, startVariables } from './run/settings.ts'
import { type Stack, seconds, startStack } from './run/stack.ts'
import { onStopRequest } from './run/stopping.ts'

const began = Date.now()
const { signal, force, asked } = onStopRequest()
force.addEventListener('abort', () => setImmediate(() => process.exit(130)))

for (const line of unreadVariables(process.env, [...startVariables, ...serverVariables])) console.error(line)
try {
  const stack = await startStack({ ...readSettings(), signal, force, log })
  greet(stack)
  await asked
  console.log('\nStopping: what is under way is finished first. Ctrl-C again stops at once.')
  await stack.stop()
} catch (error) {
  if (!signal.aborted) {
    console.error(said(error))
    process.exit(1)
  }
}
console.log('Kontor has stopped.')
process.exit(0)

function greet(stack: Stack): void {
  console.log(`\nKontor is ready after ${seconds(began)}.\n`)
  console.log(`  Back office  ${stack.publicUrl}`)
  if (stack.sandboxUrl) console.log(`  Sandbox      ${stack.sandboxUrl.replace('127.0.0.1', 'localhost')}`)
  if (stack.firstUserLink) console.log(`  First user   ${stack.firstUserLink} (works once)`)
  if (stack.signIns.length && !process.env.SMTP_URL) console.log(`  Mails        ${stack.publicUrl}/demo-mail`)
  if (stack.signIns.length) console.log(`\n${stack.signIns.map((line) => `  ${line}`).join('\n')}`)
  console.log('\nCtrl-C stops it.')
}

function log(line: string): void {
  console.log(`  ${line}`)
}
