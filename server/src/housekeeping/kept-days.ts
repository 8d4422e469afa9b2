import { merchantKeptLeast } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'

/**
 * What is kept for a while, and how many days if the installation sets no other number. With fewer than `least`, the engine, a
 * dispute or a review would miss something; what only functions of the database remove, they refuse too.
 */
export const keptKinds = {
  /** What was sent to processors and middleware about a payment, and what they answered. By whole months of payments. */
  exchanges: { days: 400, least: 62 },
  /** Why a payment went to its processor, and from which facts. By whole months of payments. */
  decisions: { days: 400, least: 62 },
  /** Orders to processors with their tries, from their end on. A scheme allows a dispute for 540 days after the payment. */
  orders: { days: 600, least: 540 },
  /** What processors reported, and the ids by which a copy is recognized. */
  notifications: { days: 600, least: 540 },
  /** The contents of what processors reported. */
  notification_contents: { days: 400, least: merchantKeptLeast.notification_contents },
  /** The trail of calls. By whole months. */
  audit_trail: { days: 400, least: 62 },
  /** The headers and bodies of its calls. By whole days. */
  audit_trail_contents: { days: 30, least: 1 },
  /** Webhooks that were delivered, or given up, with their attempts. */
  webhooks: { days: 90, least: merchantKeptLeast.webhooks },
  /** What happened to links. */
  link_events: { days: 800, least: merchantKeptLeast.link_events },
  terminal_requests: { days: 90, least: merchantKeptLeast.terminal_requests },
  /** Answers that a repeated request gets again. */
  idempotency_keys: { days: 7, least: 1 },
  /** Mails that were sent or given up. */
  mails: { days: 30, least: 1 },
  sign_in_events: { days: 400, least: 180 },
  /** Sessions that are over, and devices that are no longer remembered. */
  sessions: { days: 90, least: 1 },
  /** Files of imports, with rejected rows and what could be taken back. */
  import_files: { days: 90, least: merchantKeptLeast.import_files },
  /** Reports whose file is gone. */
  reports: { days: 365, least: 30 },
  report_downloads: { days: 730, least: 180 },
  /** Results of nightly checks, and of fetches of exchange rates. */
  checks: { days: 400, least: 30 },
} as const satisfies Record<string, { days: number; least: number }>

export type KeptKind = keyof typeof keptKinds
export type KeptDays = Readonly<Record<KeptKind, number>>

const names = Object.keys(keptKinds) as KeptKind[]

export const usualDays: KeptDays = daysBut({})

/** Reads `exchanges=200,webhooks=30`; gives the days of every kind. `onProblem` is told what is wrong, in words. */
export function readKeptDays(text: string, onProblem: (problem: string) => void): KeptDays {
  const changed: Partial<Record<KeptKind, number>> = {}
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, name = '', days = ''] = /^(\w+)\s*=\s*(\d{1,5})$/.exec(part) ?? []
    const kind = names.find((each) => each === name)
    if (name === '') onProblem(`"${part}" must be a kind and its days, such as webhooks=30`)
    else if (!kind) onProblem(`"${name}" is none of ${names.join(', ')}`)
    else if (kind in changed) onProblem(`${kind} stands there twice`)
    else if (Number(days) < keptKinds[kind].least) onProblem(`${kind} must be at least ${keptKinds[kind].least} days`)
    else changed[kind] = Number(days)
  }
  return daysBut(changed)
}

function daysBut(changed: Partial<KeptDays>): KeptDays {
  // Every kind is among the names.
  return Object.fromEntries(names.map((kind) => [kind, changed[kind] ?? keptKinds[kind].days])) as KeptDays
}
