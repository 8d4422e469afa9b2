import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useMoney } from '../value/money.tsx'

interface PanelHeadProps {
  amount: number
  currency: string
  status: string
  children?: ReactNode
  /** The buttons of the head. */
  actions?: ReactNode
}

/** The amount and the status come first, because people open a panel for them. */
export function PanelHead({ amount, currency, status, children, actions }: PanelHeadProps) {
  const money = useMoney()
  return (
    <header className="panel-head">
      <div className="panel-amount">
        <Text component="h3" className="tabular" fz={24} fw={600} lh={1.3} m={0}>
          {money(amount, currency)}
        </Text>
        <StatusTag status={status} />
      </div>
      <div className="panel-sub anywhere">{children}</div>
      {actions}
    </header>
  )
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel-section">
      <Text component="h4" size="xs" fw={600} c="dimmed" m={0} mb={4}>
        {title}
      </Text>
      {children}
    </section>
  )
}
