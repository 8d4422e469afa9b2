import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useMoney } from '../value/use-money.ts'
import styles from './panel-head.module.css'

interface HeadProps {
  /** The line below the title: facts, an element each. */
  children?: ReactNode
  /** The buttons of the head. */
  actions?: ReactNode
}

interface PanelHeadProps extends HeadProps {
  amount: number
  currency: string
  status: string
  /** Tags beside the status. */
  more?: ReactNode
}

/** The amount and the status come first, because people open a panel for them. */
export function PanelHead({ amount, currency, status, more, ...props }: PanelHeadProps) {
  const money = useMoney()
  const tags = (
    <>
      <StatusTag status={status} />
      {more}
    </>
  )
  return <TitledHead isLarge title={money(amount, currency)} tags={tags} {...props} />
}

interface TitledHeadProps extends HeadProps {
  title: string
  /** The title is an amount. */
  isLarge?: boolean
  tags?: ReactNode
}

/** The head of a panel whose title is a name or a text: its tags, a line of facts, and its buttons. */
export function TitledHead({ title, isLarge, tags, children, actions }: TitledHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <Text
          component="h3"
          className={styles.title}
          data-large={isLarge || undefined}
          fz={isLarge ? 24 : 20}
          fw={600}
          lh={1.3}
          m={0}
        >
          {title}
        </Text>
        {tags}
      </div>
      {children && <div className={styles.sub}>{children}</div>}
      {actions}
    </header>
  )
}

interface PanelSectionProps {
  title: string
  /** The heading below a panel's title, or below that of a section of a page. */
  heading?: 'h4' | 'h3'
  children: ReactNode
}

export function PanelSection({ title, heading = 'h4', children }: PanelSectionProps) {
  return (
    <section className={styles.section}>
      <Text component={heading} size="xs" fw={600} c="dimmed" m={0} mb={4}>
        {title}
      </Text>
      {children}
    </section>
  )
}
