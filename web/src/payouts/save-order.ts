import type { ReplyOf } from '@kontor/contract/endpoint'
import type { takePaymentOrderFileEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { saveFile } from '../ui/save-file.ts'

export const saveOrder = ({ content, name }: ReplyOf<typeof takePaymentOrderFileEndpoint>) =>
  saveFile(new Blob([content], { type: 'application/xml' }), name)
