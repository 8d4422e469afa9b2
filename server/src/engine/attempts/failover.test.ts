import { describe, expect, it } from 'vitest'
import { type Brought, type FirstAttempt, type Following, failoverWithin_ms, following } from './failover.ts'

const first: FirstAttempt = {
  ...{ hasNext: true, mayHaveArrived: false, isUntouched: true, canBar: true, isAwaited: true, age_ms: 0 },
}
const all: readonly Brought[] = ['not_sent', 'refused', 'unseen', 'barred', 'else']

describe('a second processor', () => {
  it('is asked after an order that was not sent, a refusal of the gateway itself, and a cancellation that lasts', () => {
    expect(all.map((brought) => following(brought, first))).toEqual(['second', 'second', 'bar', 'second', 'stay'])
  })

  it('is not asked after an earlier try that may have arrived, unless the first one bars its reference', () => {
    const tried = { ...first, mayHaveArrived: true }
    expect(all.map((brought) => following(brought, tried))).toEqual(['stay', 'stay', 'bar', 'second', 'stay'])
  })

  it.each<Partial<FirstAttempt>>([{ hasNext: false }, { isUntouched: false }, { age_ms: failoverWithin_ms }])(
    'is never asked of a payment with %j',
    (wrong) => {
      expect(new Set(all.map((brought) => following(brought, { ...first, ...wrong })))).toEqual(new Set(['stay']))
    },
  )

  it('waits for no cancellation where nobody waits for the payment, or where the gateway cannot bar a reference', () => {
    for (const given of [{ isAwaited: false }, { canBar: false }])
      expect(following('unseen', { ...first, ...given })).toBe('stay')
    expect(following('barred', { ...first, canBar: false })).toBe('stay')
  })
})

/**
 * One payment, two processors, a network that loses and delays, and crashes of ours. `copies` of the order to A are under way and
 * may arrive at any time. A remembers what it carried out, and what it barred; a refusal of its own it does not remember.
 */
interface World {
  readonly a: 'never_seen' | 'approved' | 'declined' | 'barred' | 'released'
  readonly b: 'not_asked' | 'approved' | 'declined'
  readonly copies: number
  readonly sent: number
  /** The answer of A that is on its way to the try that waits for it. */
  readonly reply: 'approved' | 'declined' | 'refused' | null
  readonly cancel: 'none' | 'under_way' | 'confirmed' | 'refused'
  readonly ours: 'begin' | 'waiting' | 'again' | 'cancelling' | 'second' | 'done'
  readonly mayHaveArrived: boolean
  readonly isTouched: boolean
  readonly isLate: boolean
  readonly crashes: number
}

type Rule = (brought: Brought, given: FirstAttempt) => Following
const mostSent = 2
const mostCrashes = 2

const begin: World = {
  ...{ a: 'never_seen', b: 'not_asked', copies: 0, sent: 0, reply: null, cancel: 'none', ours: 'begin' },
  ...{ mayHaveArrived: false, isTouched: false, isLate: false, crashes: 0 },
}

function* next(w: World, rule: Rule): Generator<World> {
  if (w.copies > 0) yield* arrivals(w)
  yield* surroundings(w)
  yield* steps(w, (brought) => rule(brought, stateOf(w)))
}

const stateOf = ({ mayHaveArrived, isTouched, isLate }: World): FirstAttempt => ({
  ...{ ...first, mayHaveArrived, isUntouched: !isTouched, age_ms: isLate ? failoverWithin_ms : 0 },
})

/** A copy of the order arrives, maybe after everything else. Its answer may still find the try that waits. */
function* arrivals(w: World): Generator<World> {
  const arrived = { ...w, copies: w.copies - 1 }
  const told = (state: Partial<World>, reply: World['reply']): World[] =>
    w.ours === 'waiting'
      ? [
          { ...arrived, ...state, reply },
          { ...arrived, ...state },
        ]
      : [{ ...arrived, ...state }]
  if (w.a !== 'never_seen') {
    yield* told({}, w.a === 'approved' ? 'approved' : w.a === 'declined' ? 'declined' : 'refused')
    return
  }
  yield* told({ a: 'approved' }, 'approved')
  yield* told({ a: 'declined' }, 'declined')
  yield* told({}, 'refused')
}

/** What happens beside our steps: time passes, a process dies, the payment becomes UNKNOWN, a notification tells of it. */
function* surroundings(w: World): Generator<World> {
  const isUnderWay = w.ours !== 'done' && w.ours !== 'second'
  if (isUnderWay && !w.isLate) yield { ...w, isLate: true }
  if (w.ours === 'again' && !w.isTouched) yield { ...w, isTouched: true }
  if (isUnderWay && w.a === 'approved' && !w.isTouched) yield { ...w, isTouched: true }
  if (isUnderWay && w.crashes < mostCrashes) {
    const crashed = { ...w, crashes: w.crashes + 1, reply: null }
    yield { ...crashed, ...(w.ours === 'cancelling' ? {} : ({ ours: 'again', mayHaveArrived: true } as const)) }
  }
}

type Rules = (brought: Brought) => Following

function* steps(w: World, rule: Rules): Generator<World> {
  switch (w.ours) {
    case 'begin':
      yield after(w, rule('not_sent'), { ...w, ours: 'done' })
      if (w.sent < mostSent) yield { ...w, ours: 'waiting', sent: w.sent + 1, copies: w.copies + 1, reply: null }
      return
    case 'waiting':
      yield after(w, rule('else'), { ...w, ours: 'again', mayHaveArrived: true, reply: null })
      if (w.reply === 'refused') yield after(w, rule('refused'), { ...w, ours: 'done', reply: null })
      else if (w.reply !== null) yield { ...w, ours: 'done', reply: null }
      return
    case 'again':
      if (w.a !== 'never_seen') return yield { ...w, ours: 'done' }
      // The engine cancels once, and sends again where that is not possible.
      yield after(w, w.cancel === 'none' ? rule('unseen') : 'stay', {
        ...w,
        ours: w.sent < mostSent ? 'begin' : 'done',
      })
      return
    case 'cancelling':
      yield* cancelling(w, rule)
      return
    case 'second':
      for (const b of ['approved', 'declined'] as const) yield { ...w, b, ours: 'done' }
      return
    case 'done':
  }
}

/** The order of a cancellation is repeated under its key until it is answered. */
function* cancelling(w: World, rule: Rules): Generator<World> {
  if (w.cancel === 'confirmed') return yield after(w, rule('barred'), { ...w, ours: 'done' })
  if (w.cancel === 'refused') return yield { ...w, ours: 'again', mayHaveArrived: true }
  const a = w.a === 'never_seen' ? 'barred' : w.a === 'approved' ? 'released' : w.a
  yield { ...w, a, cancel: 'confirmed' }
  if (w.a === 'approved') yield { ...w, cancel: 'refused' }
}

const after = (w: World, what: Following, otherwise: World): World => {
  if (what === 'second') return { ...w, ours: 'second', reply: null }
  if (what === 'bar') return { ...w, ours: 'cancelling', cancel: 'under_way', mayHaveArrived: true, reply: null }
  return otherwise
}

/** Every state that can be reached. `both`: the ends in which A holds the money of a payment that B was asked for. */
function walk(rule: Rule) {
  const seen = new Set<string>()
  const open: World[] = [begin]
  const found = { states: 0, second: 0, afterCancel: 0, both: 0 }
  for (let w = open.pop(); w; w = open.pop()) {
    const key = JSON.stringify(w)
    if (seen.has(key)) continue
    seen.add(key)
    found.states += 1
    if (w.ours === 'done' && w.copies === 0 && w.b !== 'not_asked') {
      found.second += 1
      if (w.cancel === 'confirmed') found.afterCancel += 1
      if (w.a === 'approved') found.both += 1
    }
    open.push(...next(w, rule))
  }
  return found
}

describe('in every interleaving of losses, delays and crashes', () => {
  it('no payment that the second processor was asked for holds money at the first one', () => {
    const found = walk(following)
    expect(found.both).toBe(0)
    // It goes on in many of them, also after a cancellation.
    expect(found.states).toBeGreaterThan(500)
    expect(found.second).toBeGreaterThan(20)
    expect(found.afterCancel).toBeGreaterThan(5)
  })

  it.each<[string, Rule]>([
    ['no answer', (brought, given) => (brought === 'else' ? 'second' : following(brought, given))],
    ['not being known there', (brought, given) => (brought === 'unseen' ? 'second' : following(brought, given))],
    ['a refusal of a later try', (brought, given) => (brought === 'refused' ? 'second' : following(brought, given))],
    [
      'a later try that was not sent',
      (brought, given) => (brought === 'not_sent' ? 'second' : following(brought, given)),
    ],
  ])('%s would be too little: the same walk finds payments that are charged twice', (_, rule) => {
    expect(walk(rule).both).toBeGreaterThan(0)
  })
})
