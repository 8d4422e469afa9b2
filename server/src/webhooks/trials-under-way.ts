import { Refusal } from '@kontor/contract/refusal'

/** A name is looked up in one of the process's four threads, which passwords and processors need too. */
const most = { ofMerchant: 2, ofAll: 3 }

export type TrialsUnderWay = ReturnType<typeof trialsUnderWay>

/** The trials that this process has under way. One more than it may have is refused. */
export function trialsUnderWay() {
  const merchants: string[] = []
  return {
    /** Gives the function that ends the trial. */
    begin(merchant: string): () => void {
      const own = merchants.filter((each) => each === merchant)
      if (own.length >= most.ofMerchant || merchants.length >= most.ofAll)
        throw new Refusal('too_many_attempts', { retry_after: 1 })
      merchants.push(merchant)
      return () => void merchants.splice(merchants.indexOf(merchant), 1)
    },
  }
}
