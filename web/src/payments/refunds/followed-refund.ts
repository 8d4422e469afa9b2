import { refund } from '@kontor/contract/payments/refund.entity'
import { useEffect, useRef, useState } from 'react'
import { useRow } from '../../platform/api/reading.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { useMay } from '../../platform/viewer.ts'
import { isUnderWay, useFollowUp } from '../follow-up.ts'
import { useRefundNotice } from './refund-notice.ts'

/** Watches a new refund until the processor has answered, and shows the answer. */
export function useFollowedRefund(): { follow: (id: string) => void; isUnderWay: boolean } {
  const mayRead = useMay(refund.roles.list)
  const [id, setId] = useState<string>()
  const { data } = useRow(refund, id, { enabled: mayRead })
  const notify = useRefundNotice()
  const money = useMoney()
  const told = useRef('')

  useEffect(() => {
    const news = data ? `${data.id} ${data.status}` : ''
    if (!data || told.current === news) return
    told.current = news
    notify(data, money(data.amount, data.currency_code))
  })

  const pending = data !== undefined && isUnderWay(data.status)
  useFollowUp({ ids: id ? [id] : [], state: data?.status, isUnderWay: pending })
  return { follow: setId, isUnderWay: pending }
}
