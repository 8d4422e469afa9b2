import { describe, expect, it } from 'vitest'
import { type Gains, nextStep, type Sent, stepByKey } from './next-step.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const sent = (minutes: number, given: Partial<Sent> = {}): Sent => ({
  ordered_at: ago(minutes),
  since: ago(minutes),
  isAcknowledged: false,
  ...given,
})
const keyOnly = (key_h: number): Gains => ({
  ...{ knowing: { key_h, by_reference: false }, canFind: false, isAwaited: false, timeout_ms: 10_000 },
})
const found = (unseen_after_min: number | null, key_h = 24): Gains => ({
  knowing: { key_h, by_reference: { unseen_after_min } },
  canFind: true,
  isAwaited: false,
  timeout_ms: 10_000,
})
const step = (of: Sent, gains: Gains) => nextStep(of, gains, now)

describe('the next step of an order', () => {
  it('is to send it, while no try has reached the processor', () => {
    const never = sent(100_000, { since: undefined })
    for (const gains of [keyOnly(0), keyOnly(1), found(0), found(60), found(null)])
      expect(step(never, gains)).toEqual({ do: 'send' })
  })

  it('is to ask, where the gateway takes our reference, and to send what it does not know', () => {
    expect(step(sent(0), found(0))).toEqual({ do: 'ask', unseen: { do: 'send' } })
    expect(step(sent(100_000), found(0))).toEqual({ do: 'ask', unseen: { do: 'send' } })
  })

  it('is to wait, where "unseen" does not mean "not done" yet', () => {
    expect(step(sent(20), found(60))).toEqual({ do: 'ask', unseen: { do: 'wait', retry_in_ms: 40 * 60_000 } })
    expect(step(sent(60), found(60))).toEqual({ do: 'ask', unseen: { do: 'send' } })
  })

  it('is to send the same again within four fifths of the life of its key, and then never again', () => {
    expect(step(sent(47), keyOnly(1))).toEqual({ do: 'send' })
    expect(step(sent(48), keyOnly(1))).toEqual({ do: 'park', why: 'key_expired' })
    expect(step(sent(0), keyOnly(0))).toEqual({ do: 'park', why: 'no_key' })
  })

  it('follows the key too where "unseen" never means "not done"', () => {
    expect(step(sent(47), found(null, 1))).toEqual({ do: 'ask', unseen: { do: 'send' } })
    expect(step(sent(48), found(null, 1))).toEqual({ do: 'ask', unseen: { do: 'park', why: 'key_expired' } })
  })

  it('is not to send what the processor would fail at again, while it keeps the key', () => {
    const failed = (minutes: number) => sent(minutes, { isFailureKept: true })
    expect(step(failed(1), found(0, 1))).toEqual({ do: 'ask', unseen: { do: 'hold' } })
    expect(step(failed(59), found(0, 1))).toEqual({ do: 'ask', unseen: { do: 'hold' } })
    expect(step(failed(60), found(0, 1))).toEqual({ do: 'ask', unseen: { do: 'send' } })
    expect(step(failed(60), { ...found(0, 24), isAwaited: true })).toEqual({ do: 'ask', unseen: { do: 'give_up' } })
    expect(step(failed(1), keyOnly(1))).toEqual({ do: 'hold' })
    expect(step(failed(48), keyOnly(1))).toEqual({ do: 'park', why: 'key_expired' })
    expect(step(sent(1, { isFailureKept: false }), found(0, 1))).toEqual({ do: 'ask', unseen: { do: 'send' } })
  })

  it('follows the key where the gateway does not say whether it has the order', () => {
    const unanswered = (minutes: number, isAwaited = false) =>
      stepByKey(sent(minutes), { ...found(0, 24), isAwaited }, now)
    expect(unanswered(19 * 60)).toEqual({ do: 'send' })
    expect(unanswered(20 * 60)).toEqual({ do: 'park', why: 'key_expired' })
    expect(unanswered(59, true)).toEqual({ do: 'send' })
    expect(unanswered(60, true)).toEqual({ do: 'park', why: 'payer_gone' })
  })

  it('is to ask on for what is parked, where the gateway can be asked, and never to send it', () => {
    const parked = (minutes: number) => sent(minutes, { isParked: true })
    const waits = { do: 'wait', retry_in_ms: 'never' }
    expect(step(parked(1), keyOnly(24))).toEqual(waits)
    expect(step(parked(1), { ...found(0), canFind: false })).toEqual(waits)
    const asked = { do: 'ask', unseen: { ...waits, isAskedFor: true } }
    for (const gains of [found(0), found(null), found(60)]) expect(step(parked(100_000), gains)).toEqual(asked)
    const awaited = (gains: Gains): Gains => ({ ...gains, isAwaited: true })
    expect(step(parked(59), awaited(found(0)))).toEqual(asked)
    expect(step(parked(100_000), awaited(found(null)))).toEqual(asked)
    expect(step(parked(89), awaited(found(90)))).toEqual(asked)
    // It was never made, and nobody waits for it.
    expect(step(parked(60), awaited(found(0)))).toEqual({ do: 'ask', unseen: { do: 'give_up' } })
  })

  it('is to abandon what the processor has, a day after its payer was sent out, and what is paid later after three', () => {
    const out = (hours: number, sentOut = 'card') => sent(hours * 60, { isAcknowledged: true, sentOut })
    const hour = 3_600_000
    expect(step(out(23), keyOnly(24))).toEqual({ do: 'wait', retry_in_ms: hour })
    expect(step(out(24), keyOnly(24))).toEqual({ do: 'abandon' })
    expect(step(out(24), found(0))).toEqual({ do: 'ask', unseen: { do: 'abandon' } })
    const waits = { do: 'wait', retry_in_ms: hour, isAskedFor: true }
    expect(step(out(71, 'klarna'), found(0))).toEqual({ do: 'ask', unseen: waits })
    expect(step(out(72, 'klarna'), found(0))).toEqual({ do: 'ask', unseen: { do: 'abandon' } })
    // One that the processor has as pending is not sent out any more.
    expect(step(sent(100_000, { isAcknowledged: true }), keyOnly(24))).toEqual({ do: 'wait', retry_in_ms: 'never' })
  })

  it('is not to begin a payment for which its payer waited an hour ago', () => {
    const awaited = (gains: Gains): Gains => ({ ...gains, isAwaited: true })
    expect(step(sent(59), awaited(found(0)))).toEqual({ do: 'ask', unseen: { do: 'send' } })
    expect(step(sent(60), awaited(found(0)))).toEqual({ do: 'ask', unseen: { do: 'give_up' } })
    expect(step(sent(60), awaited(found(90)))).toEqual({ do: 'ask', unseen: { do: 'wait', retry_in_ms: 30 * 60_000 } })
    expect(step(sent(59, { since: undefined }), awaited(keyOnly(24)))).toEqual({ do: 'send' })
    expect(step(sent(60, { since: undefined }), awaited(keyOnly(24)))).toEqual({ do: 'give_up' })
    expect(step(sent(60, { since: undefined }), awaited(found(0)))).toEqual({ do: 'give_up' })
    const parked = { do: 'park', why: 'payer_gone' }
    expect(step(sent(60), awaited(found(null)))).toEqual({ do: 'ask', unseen: parked })
    expect(step(sent(59), awaited(keyOnly(24)))).toEqual({ do: 'send' })
    expect(step(sent(60), awaited(keyOnly(24)))).toEqual(parked)
    expect(step(sent(60), awaited(keyOnly(1)))).toEqual({ do: 'park', why: 'key_expired' })
  })

  it('is not to give up a payment whose last try may still be at work', () => {
    const tried = (seconds: number) => sent(60, { last_ended_at: new Date(now.getTime() - seconds * 1_000) })
    const awaited = (unseen_after_min: number): Gains => ({ ...found(unseen_after_min), isAwaited: true })
    expect(step(tried(4), awaited(0))).toEqual({ do: 'ask', unseen: { do: 'wait', retry_in_ms: 6_000 } })
    expect(step(tried(10), awaited(0))).toEqual({ do: 'ask', unseen: { do: 'give_up' } })
    expect(step(tried(10), awaited(1))).toEqual({ do: 'ask', unseen: { do: 'wait', retry_in_ms: 60_000 } })
    expect(step(tried(70), awaited(1))).toEqual({ do: 'ask', unseen: { do: 'give_up' } })
  })

  it('is never to send what the processor said it has, and to ask on where it can be asked', () => {
    const wait = { do: 'wait', retry_in_ms: 'never' }
    expect(step(sent(1, { isAcknowledged: true }), keyOnly(24))).toEqual(wait)
    const unseen = { ...wait, isAskedFor: true }
    expect(step(sent(100_000, { isAcknowledged: true }), found(0))).toEqual({ do: 'ask', unseen })
  })
})
