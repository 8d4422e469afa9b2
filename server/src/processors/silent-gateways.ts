import { hash } from 'node:crypto'
import { type Connection, NoAnswer, NotSent } from './gateway.ts'

/** So many calls in a row that were waited for in vain make a gateway silent. Each had the time in which any gateway answers. */
const inVain = 8
/** So many accounts at once find out whether a silent gateway answers again, and one that it answers makes so many calls. */
const probes = 4

interface Account {
  /** Its calls that are waited for. */
  underWay: number
  /** True: its last call was waited for in vain. */
  isInVain: boolean
}

interface Line {
  readonly accounts: Map<string, Account>
  /** Calls that were waited for in vain since it last answered. */
  inVain: number
}

/** By method and origin: a gateway may answer questions while its orders hang. What says nothing is not kept. */
const lines = new Map<string, Line>()

type Caller = Pick<Connection, 'addresses' | 'credential' | 'timeout_ms'>

/**
 * Makes a call, unless its gateway is silent and enough calls are waiting for it: then nothing is sent (`NotSent`). Each call
 * holds one of the places that the payments of all merchants share, for as long as it is waited for (docs/adr/0260).
 */
export async function unlessSilent<T>(
  { addresses, credential, timeout_ms }: Caller,
  { method, url }: Readonly<Record<'method' | 'url', string>>,
  make: () => Promise<T>,
): Promise<T> {
  const place = `${method} ${new URL(url).origin}`
  const line = lines.get(place) ?? { accounts: new Map<string, Account>(), inVain: 0 }
  const key = hash('sha256', JSON.stringify([addresses, credential]))
  const account = line.accounts.get(key) ?? { underWay: 0, isInVain: false }
  if (line.inVain >= inVain && !isProbe(line, account)) throw new NotSent(`${place} is not answered`)
  lines.set(place, line)
  line.accounts.set(key, account)
  account.underWay += 1
  const began = performance.now()
  try {
    const answer = await make()
    account.isInVain = false
    return answer
  } catch (error) {
    account.isInVain = isNoAnswer(error) && isLong(performance.now() - began, timeout_ms)
    throw error
  } finally {
    account.underWay -= 1
    line.inVain = account.isInVain ? line.inVain + 1 : 0
    if (line.inVain === 0)
      for (const [name, { underWay }] of line.accounts) if (underWay === 0) line.accounts.delete(name)
    if (line.accounts.size === 0) lines.delete(place)
  }
}

/** One account that hangs at a gateway that answers the others would take the calls of all of them. */
function isProbe({ accounts }: Line, { underWay, isInVain }: Account): boolean {
  if (underWay > 0) return !isInVain && underWay < probes
  return [...accounts.values()].filter((each) => each.underWay > 0).length < probes
}

const isNoAnswer = (error: unknown) => error instanceof NoAnswer || error instanceof NotSent

/** The system gives up a connection by itself, before the time is over. What fails at once holds no place. */
const isLong = (waited_ms: number, timeout_ms: number) => waited_ms >= timeout_ms / 2
