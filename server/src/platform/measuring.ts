import { type Channel, channel } from 'node:diagnostics_channel'

/** What is measured where it happens. Without a listener nothing is made of it. Labels have few values: never an id or an address. */
export interface Measured {
  request_begun: Record<string, never>
  /** `route` is the pattern of the address, `none` for one that no route takes. `code` is 0 for a request that its caller ended. */
  request_ended: { method: string; route: string; code: number; ms: number }
  /** The wait for a connection of a pool. */
  connection_taken: { pool: string; ms: number }
  transaction_ended: { pool: string; isCommitted: boolean; ms: number }
  /** `code` is PostgreSQL's, five characters, or the name of a failure of the network. */
  statement_failed: { pool: string; code: string }
  /** One try of a job of the outbox. */
  job_tried: { topic: string; isBroken: boolean; ms: number }
  /** `code` is 0 when there was no answer. */
  processor_asked: { gateway: string; code: number; ms: number }
  notification_refused: Record<string, never>
  /** One run of periodic work. */
  work_run: { work: string; isBroken: boolean; ms: number }
  signed_in: { kind: string }
}

const channels = new Map<string, Channel>()

/** Tells whoever listens in this process. */
export function measure<Name extends keyof Measured>(name: Name, what: Measured[Name]): void {
  const to = channelOf(name)
  if (to.hasSubscribers) to.publish(what)
}

/** Listens until the returned function is called. */
export function onMeasured<Name extends keyof Measured>(
  name: Name,
  listener: (what: Measured[Name]) => void,
): () => void {
  const from = channelOf(name)
  const receive = (what: unknown) => listener(what as Measured[Name])
  from.subscribe(receive)
  return () => void from.unsubscribe(receive)
}

function channelOf(name: string): Channel {
  const known = channels.get(name) ?? channel(`kontor.${name}`)
  channels.set(name, known)
  return known
}
