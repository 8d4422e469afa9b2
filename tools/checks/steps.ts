import { spawn } from 'node:child_process'
import { root } from '../root.ts'

export type Step = { name: string; command: string[] }
export type Outcome = { passed: number; failed: number }
/** `say` prints a line; with `isPatient`, whatever else runs goes first. */
export type Manner = { say: (line: string) => void; isPatient: boolean }

export const openly: Manner = { say: console.log, isPatient: false }

/**
 * A tenth of the weight of a test: the lowest priority would let a database wait for its start too long. A priority that is set
 * later would miss what the program has begun by then.
 */
const patiently = process.platform === 'win32' ? [] : ['nice', '-n', '10']

const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }

/** Runs the steps, `atOnce` of them at a time. Each prints one line, and its output only when it failed. */
export async function runSteps(steps: Step[], atOnce: number, manner: Manner): Promise<Outcome> {
  const waiting = [...steps]
  const outcome = { passed: 0, failed: 0 }
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcome[await runStep(step, manner)] += 1
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return outcome
}

async function runStep({ name, command }: Step, { say, isPatient }: Manner): Promise<'passed' | 'failed'> {
  const start = Date.now()
  const { code, output } = await capture(isPatient ? [...patiently, ...command] : command)
  const took = `${((Date.now() - start) / 1000).toFixed(1)} s`
  say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${took}`)
  if (code !== 0) say(output.trimEnd())
  return code === 0 ? 'passed' : 'failed'
}

function capture([file = '', ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
  })
}

/** Runs a command on our own stdin and stdout; resolves with its exit code. */
export function runOpenly([file = '', ...args]: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
