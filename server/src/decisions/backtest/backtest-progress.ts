import type { Actor } from '../../platform/db/actor.ts'

interface Steps {
  done: number
  readonly of: number
}

/** How far back-tests are, by ids that their callers chose. Kept in the process that runs them, until they end. */
export class BacktestProgress {
  readonly #steps = new Map<string, Steps>()

  begin(actor: Actor, id: string | undefined, of: number): { step: () => void; end: () => void } {
    const key = keyOf(actor, id)
    const steps = { done: 0, of }
    if (id !== undefined) this.#steps.set(key, steps)
    return {
      step: () => {
        steps.done += 1
      },
      end: () => {
        if (this.#steps.get(key) === steps) this.#steps.delete(key)
      },
    }
  }

  of(actor: Actor, id: string): Steps | undefined {
    return this.#steps.get(keyOf(actor, id))
  }
}

/** The key contains the actor, so that nobody reads another's progress by guessing its id. */
const keyOf = ({ kind, id: who }: Actor, id = ''): string => `${kind}/${who}/${id}`
