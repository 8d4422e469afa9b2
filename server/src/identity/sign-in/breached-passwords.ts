import { createHash } from 'node:crypto'

/**
 * Whether a password is among those that everybody tries first. The bundled list is always asked; a service that knows more,
 * where one is configured, is told five characters of a hash and nothing else. When it does not answer, the list decides.
 */
export async function isBreached(password: string, rangeUrl: string | undefined): Promise<boolean> {
  if (await isListed(password)) return true
  return rangeUrl !== undefined && (await isInRange(password, rangeUrl).catch(() => false))
}

let list: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords: loaded at the first question, not at every start. */
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

/** `P@ssw0rd2026!` is "password" to whoever guesses: what stands around a word, and digits for letters, hide nothing. */
function* disguises(password: string): Generator<string> {
  const lower = password.toLowerCase()
  yield lower
  const core = lower.replace(/^[^\p{L}]+|[\d\p{P}\p{S}\s]+$/gu, '')
  // A long rest is a password of its own.
  if (core.length < 5 || core.length * 2 < lower.length) return
  yield core
  yield core.replace(/[@4310!$5]/g, (sign) => lookalikes[sign] ?? sign)
}

const patience_ms = 2_000

async function isInRange(password: string, rangeUrl: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(`${rangeUrl.replace(/\/$/, '')}/${hash.slice(0, 5)}`, {
    // The answer is as long for every question.
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
