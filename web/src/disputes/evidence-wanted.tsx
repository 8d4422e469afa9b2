import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { evidenceWanted } from '@kontor/contract/disputes/evidence.rules'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useReason } from '../platform/value/reason.ts'
import styles from './evidence-wanted.module.css'

type Reasoned = Pick<Chargeback, 'reason' | 'reason_code'>

/** The evidence that decides about this reason. */
export function EvidenceWanted({ of: { reason, reason_code } }: { of: Reasoned }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <Text id={id} size="sm" fw={600}>
        {t('chargebacks.wanted.title')}
      </Text>
      <ul className={styles.wanted} aria-labelledby={id}>
        {evidenceWanted(reason, reason_code).map((kind) => (
          <li key={kind}>{t(`chargebacks.wanted.${kind}`)}</li>
        ))}
      </ul>
    </div>
  )
}

/** The reason in a sentence, with the code of the scheme. */
export function useReasonLine(): (of: Reasoned) => string | undefined {
  const { t } = useTranslation()
  const reasonOf = useReason()
  return ({ reason, reason_code: code }) => {
    if (reason === null) return undefined
    const words = { reason: reasonOf(reason), code }
    return code === null ? t('chargebacks.reason_line', words) : t('chargebacks.reason_with_code', words)
  }
}
