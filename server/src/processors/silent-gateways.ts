import { NoAnswer, NotSent } from './gateway.ts'

/** So many calls in a row that were waited for in vain make a gateway silent. Each had the time in which any gateway answers. */
const inVain = 8
/** So many calls at once find out whether a silent gateway answers again. */
const probes = 4

type Sent = Readonly<Record<'method' | 'url', string>>

interface Line {
  underWay: number
  /** Calls that were waited for in vain since it last answered. */
  inVain: number
}

/** By method and origin: a gateway may answer questions while its orders hang. A line that says nothing is not kept. */
const lines = new Map<string, Line>()

/**
 * Makes a call, unless its gateway is silent and enough calls are waiting for it: then nothing is sent (`NotSent`). Each call
 * holds one of the places that the payments of all merchants share, for as long as it is waited for (docs/adr/0260).
 */
export async function unlessSilent<T>({ method, url }: Sent, make: () => Promise<T>): Promise<T> {
  const place = `${method} ${new URL(url).origin}`
  const line = lines.get(place) ?? { underWay: 0, inVain: 0 }
  if (line.inVain >= inVain && line.underWay >= probes) throw new NotSent(`${place} is not answered`)
  lines.set(place, line)
  line.underWay += 1
  try {
    const answer = await make()
    line.inVain = 0
    return answer
  } catch (error) {
    line.inVain = wasInVain(error) ? line.inVain + 1 : 0
    throw error
  } finally {
    line.underWay -= 1
    if (line.underWay === 0 && line.inVain === 0) lines.delete(place)
  }
}

/** True: nothing came until the time was over. Any other failure is known at once, and holds no place. */
const wasInVain = (error: unknown): boolean =>
  error instanceof NoAnswer && error.cause instanceof Error && error.cause.name === 'TimeoutError'
