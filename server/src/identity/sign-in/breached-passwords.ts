import { createHash } from 'node:crypto'

/**
 * True for a password that attackers try first. The bundled list is always used. A configured service gets five
 * characters of a hash and nothing else; if it does not answer, the list decides.
 */
export async function isBreached(password: string, rangeUrl: string | undefined): Promise<boolean> {
  if (await isListed(password)) return true
  return rangeUrl !== undefined && (await isInRange(password, rangeUrl).catch(() => false))
}

let list: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords, loaded at the first question and not at every start. */
function listed(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(Array.from(dictionary['passwords-common'] as ArrayLike<string>)),
  )
  return list
}

async function isListed(password: string): Promise<boolean> {
  const known = await listed()
  return [...disguises(password)].some((word) => known.has(word))
}

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Simpler forms of a password: attackers also try digits for letters, and signs around a word. `P@ssw0rd2026!` is
 * "password" to them.
 */
export function* disguises(password: string): Generator<string> {
  const lower = password.toLowerCase()
  yield lower
  const core = lower.replace(/^[^\p{L}]+|[\d\p{P}\p{S}\s]+$/gu, '')
  // When the signs around the word are longer than the word, they count as a password of their own.
  if (core.length < 5 || core.length * 2 < lower.length) return
  yield core
  yield core.replace(/[@4310!$5]/g, (sign) => lookalikes[sign] ?? sign)
}

const patience_ms = 2_000

async function isInRange(password: string, rangeUrl: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(`${rangeUrl.replace(/\/$/, '')}/${hash.slice(0, 5)}`, {
    // The service pads its answers, so that their length reveals nothing.
    headers: { 'add-padding': 'true' },
    signal: AbortSignal.timeout(patience_ms),
    redirect: 'error',
  })
  if (!response.ok) return false
  const rest = hash.slice(5)
  return (await response.text()).split('\n').some((line) => {
    const [suffix, count] = line.trim().split(':')
    return suffix?.toUpperCase() === rest && Number(count) > 0
  })
}
