import { holdsForMissing, type Operator, type RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './also-missing.module.css'

interface AlsoMissingProps {
  name: RuleName | null
  operator: Operator | null
  /** True where that costs payments. */
  isWarning?: boolean
}

/** "Not the Netherlands" is also what a payment of an unknown country is, which few people mean (docs/adr/0105). */
export function AlsoMissing({ name, operator, isWarning = false }: AlsoMissingProps) {
  const { t } = useTranslation()
  const missing = name && operator && holdsForMissing(name, operator)
  if (!missing) return null
  return (
    <Text size="xs" c="dimmed" role="note" className={styles.note} data-level={isWarning ? 'warning' : undefined}>
      {isWarning && <IconAlertTriangle size={14} aria-hidden="true" />}
      {t(`conditions.also.${missing}`)}
    </Text>
  )
}
