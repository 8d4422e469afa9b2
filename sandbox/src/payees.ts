import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** What the sandbox's bank says about the holder of an account, by a word in the name. The first one that fits counts. */
export const payeeRules = [
  { word: 'NOMATCH', reply: { result: 'NMTC' }, says: 'the name is another one' },
  { word: 'SILENT', reply: { result: 'NOAP' }, says: 'the bank does not answer' },
  { word: 'LIE', reply: { result: 'PERHAPS', suggested_name: 7 }, says: 'the bank answers what nobody understands' },
] as const
/** A name with this word is almost right: the bank has it without the word. */
export const closeWord = 'CLOSE'
/** A name with this word is answered after ten seconds, when nobody waits any more. */
export const slowWord = 'SLOW'
const slow_ms = 10_000

const question = z.object({ iban: z.string().min(1).max(40), name: z.string().min(1).max(200) })

/** Verification of payee, with the words of the European Payments Council's scheme. */
export function payeeRoutes(app: FastifyInstance, stopping: AbortSignal): void {
  app.post('/v1/payee-checks', async (request) => {
    const { name } = question.parse(request.body)
    const typed = name.toUpperCase()
    if (typed.includes(slowWord)) await passed(slow_ms, stopping)
    const rule = payeeRules.find(({ word }) => typed.includes(word))
    if (rule) return rule.reply
    if (!typed.includes(closeWord)) return { result: 'MTCH' }
    return { result: 'CMTC', suggested_name: name.replace(/\s*close\s*/i, ' ').trim() || 'Somebody else' }
  })
}

/** Ends at once when the sandbox stops. */
const passed = (wait_ms: number, stopping: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait_ms)
    stopping.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
