import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'

interface OfJob {
  merchant_id: string
  id: string
}

const placeOf = ({ merchant_id, id }: OfJob) => ({ merchant: merchant_id, record: id })

/** An order as its job keeps it. */
export const sealRequest = (masterKey: string, job: OfJob, order: object): Buffer =>
  sealCredential(masterKey, placeOf(job), { order: JSON.stringify(order) })

/** The order in JSON. Throws when it was changed or moved. */
export const openRequest = (masterKey: string, job: OfJob, sealed: Buffer): string =>
  openCredential(masterKey, placeOf(job), sealed)['order'] ?? ''
