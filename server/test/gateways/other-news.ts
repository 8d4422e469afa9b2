import { expect, it } from 'vitest'
import {
  type Connection,
  FetchRefused,
  FileUnreadable,
  NotSent,
  OutcomeUnknown,
  type SettlementLine,
  type Settlements,
  type Told,
} from '../../src/processors/gateway.ts'
import {
  type Change,
  faultInChargeback,
  type Heard,
  isUnknowable,
  junkFor,
  Repetition,
  recording,
  reshaped,
  type Unknowable,
  withFetch,
} from './other-shapes.ts'
import type { Scenery } from './scenes.ts'

/*
 * The answers of which a payment and what became of it are learnt, and those of which files of payouts are made, in every other
 * shape, as `other-shapes.ts` has those to orders.
 */

/** What another answer makes of a call: undefined where it is true, or says that it is not known. */
type FaultOf = (straight: unknown, said: unknown, change?: Change) => string | undefined

/** Every shape that passed for what is not so. */
async function faultsOf(call: () => Promise<unknown>, unknowable: readonly Unknowable[], faultOf: FaultOf) {
  const heard: Heard[] = []
  const straight = await withFetch(recording(heard), call)
  const faults: string[] = []
  for (const [at, { method, path, answer }] of heard.entries()) {
    const hear = async (what: string, body: object, change?: Change) => {
      const said = await withFetch(new Repetition(heard, at, { ...answer, ...body }).answers, call)
      const fault = faultOf(straight, said, change)
      if (fault) faults.push(`${method} ${path}: ${what}: ${fault}`)
    }
    for (const { place, change, body } of reshaped(answer.body))
      if (!isUnknowable(unknowable, place, change)) await hear(`${place} ${change}`, { body }, change)
    for (const [name, junk] of Object.entries(junkFor(answer))) await hear(name, junk)
  }
  return faults
}

/** Plays the other shapes of what is asked when there is news of a payment, `made` by its gateway's id. */
export function playOtherNews(
  stage: Scenery,
  made: Readonly<Record<string, () => Promise<string>>>,
  unknowable: readonly Unknowable[],
): void {
  it.each(Object.entries(made))(
    'an answer of another shape to the question for news of %s never passes for other news, and swallows none',
    async (_, make) => {
      const payment = await make()
      const news = stage.gateway.news ?? expect.unreachable()
      expect(await faultsOf(() => news(stage.connection(), payment), unknowable, faultInNews)).toEqual([])
    },
  )
}

const keyOf = (told: Told): string => {
  if (told.about === 'operation') return `${told.report.operation} ${told.report.reference}`
  return told.about === 'chargeback' ? `chargeback ${told.chargeback.id}` : told.about
}

function faultInNews(straight: unknown, said: unknown, change?: Change): string | undefined {
  if (said instanceof OutcomeUnknown || said instanceof NotSent) return undefined
  if (said instanceof Error) return `broke: ${said.stack?.split('\n').slice(0, 2)}`
  if (said === 'unseen') return 'unseen'
  // The questions answer nothing else.
  const [right, told] = [straight as Told[], said as Told[]]
  const forPeople = (all: Told[]) => all.filter(({ about }) => about === 'unknown').length
  const isKept = forPeople(told) > forPeople(right)
  for (const each of right) {
    const same = told.find((other) => keyOf(other) === keyOf(each))
    if (!same && !isKept) return `swallowed: ${keyOf(each)}`
    const fault = same && faultInTold(each, same, change)
    if (fault) return `${keyOf(each)}: ${fault}`
  }
  const other = told.find((each) => each.about !== 'unknown' && !right.some((known) => keyOf(known) === keyOf(each)))
  return other && `of its own: ${keyOf(other)}`
}

/** Another number is of another amount, whatever it is. */
const saysAnother = (change?: Change) => change === 'another number' || change === 'another currency'

function faultInTold(right: Told, said: Told, change?: Change): string | undefined {
  if (right.about === 'chargeback' && said.about === 'chargeback') {
    if (!saysAnother(change) && !isSame(right.chargeback.money, said.chargeback.money)) return 'of other money'
    return faultInChargeback(right.chargeback, said.chargeback)
  }
  if (right.about !== 'operation' || said.about !== 'operation') return undefined
  const [known, heard] = [right.report.outcome, said.report.outcome]
  if (heard.is === 'later') return undefined
  if (!saysAnother(change) && !isSame(right.report.money, said.report.money)) return 'of other money'
  const word = (outcome: typeof known) => ('status' in outcome ? outcome.status : outcome.is)
  return word(known) === word(heard) ? undefined : `${word(heard)}, not ${word(known)}`
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Plays the other shapes of the answers of which the file of a payout is made. */
export function playOtherPayouts(
  { settlements, connection }: { settlements: Settlements; connection: () => Connection },
  make: () => void,
  unknowable: readonly Unknowable[],
): void {
  it('an answer of another shape, of which a file of a payout is made, moves no money and leaves none out unseen', async () => {
    make()
    const fetched = async () => {
      const lines: SettlementLine[] = []
      for await (const file of settlements.fetch(connection(), {})) {
        if ('missed' in file) return file
        for await (const line of settlements.read(file.content, connection().credential)) lines.push(line)
      }
      return lines
    }
    expect(await faultsOf(fetched, unknowable, faultInLines)).toEqual([])
  })
}

function faultInLines(straight: unknown, said: unknown, change?: Change): string | undefined {
  const isSilence = [OutcomeUnknown, NotSent, FetchRefused, FileUnreadable].some((kind) => said instanceof kind)
  if (isSilence) return undefined
  if (said instanceof Error) return `broke: ${said.stack?.split('\n').slice(0, 2)}`
  // A payout that waits comes later.
  if (!Array.isArray(said) || said.length === 0) return undefined
  return faultBetween(straight as SettlementLine[], said as SettlementLine[], change)
}

/** A line with a problem is for a person, and so is a payout whose lines do not add up. */
function faultBetween(right: SettlementLine[], said: SettlementLine[], change?: Change): string | undefined {
  if (said.some(({ problem }, at) => problem !== undefined && right[at]?.problem === undefined)) return undefined
  if (said.length !== right.length) return `${said.length} lines, not ${right.length}`
  for (const [at, line] of said.entries()) {
    const known = right[at]
    if (line.kind !== known?.kind) return `${line.kind}, not ${known?.kind}`
    if (!saysAnother(change) && !isSame([line.amounts, line.currency_code], [known.amounts, known.currency_code]))
      return `${JSON.stringify(line.amounts)}, not ${JSON.stringify(known.amounts)}`
    if (line.reference !== undefined && change !== 'another word' && line.reference !== known.reference)
      return `of ${line.reference}, not ${known.reference}`
  }
  return undefined
}

/** Each cell of a file of payouts is empty, another word, or not there in turn. */
export async function faultsInCells(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  { write, read }: { write: Write; read: (csv: string) => Promise<SettlementLine[]> },
  unknowable: readonly Unknowable[],
): Promise<string[]> {
  const straight = await read(write(rows, columns))
  const faults: string[] = []
  const hear = async (what: string, csv: string, change: Change) => {
    const said = await read(csv).catch((error: unknown) => error)
    if (said instanceof FileUnreadable) return
    const fault = faultInLines(straight, said, change)
    if (fault) faults.push(`${what}: ${fault}`)
  }
  for (const column of columns) {
    const others = columns.filter((each) => each !== column)
    if (!isUnknowable(unknowable, column, 'missing')) await hear(`${column} missing`, write(rows, others), 'missing')
    for (const [at, row] of rows.entries()) {
      const changed = (value: string) => write(rows.with(at, { ...row, [column]: value }), columns)
      if (!isUnknowable(unknowable, column, 'null')) await hear(`${column} of ${at} empty`, changed(''), 'null')
      if (!isUnknowable(unknowable, column, 'another word'))
        await hear(`${column} of ${at} another word`, changed('something_new'), 'another word')
    }
  }
  const whole = write(rows, columns)
  for (const length of [whole.length - 3, Math.floor(whole.length / 2)])
    await hear(`cut off at ${length}`, whole.slice(0, length), 'missing')
  return faults
}

type Write = (rows: readonly Readonly<Record<string, string>>[], columns: readonly string[]) => string
