import { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { useMay } from '../../platform/viewer.ts'
import { ContradictionLink } from '../payment-links.tsx'
import { titleOf } from './contradiction-title.ts'
import { BothSay } from './said.tsx'

/** Says to the provider's staff what the processor reports against us. Nothing is drawn when it does not. */
export function TransactionContradictions({ transaction }: { transaction: string }) {
  const { t } = useTranslation()
  const mayRead = useMay(contradiction.roles.list)
  const open = { transaction, state: 'OPEN', _limit: '10' }
  const { data = [] } = useList(contradiction, open, { enabled: mayRead })
  return data.map((row) => (
    <Alert key={row.id} color="yellow" role="note" p="sm" mb="sm" title={t(`contradictions.title.${titleOf(row)}`)}>
      <BothSay row={row} />
      <ContradictionLink id={row.id}>{t('contradictions.look')}</ContradictionLink>
    </Alert>
  ))
}
