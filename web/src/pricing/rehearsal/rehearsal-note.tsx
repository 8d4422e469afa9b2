import { listRehearsalsEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { LeftOut, LeftOutSeen } from './left-out.tsx'
import { useRehearsalWords } from './rehearsal-words.ts'

interface RehearsalNoteProps {
  row: Scheme
  version: SchemeVersion
  /** In the form that activates the version. */
  isActivating?: boolean
}

/** What the latest rehearsal of a version said, or that one is missing. */
export function RehearsalNote({ row, version, isActivating = false }: RehearsalNoteProps) {
  const { t } = useTranslation()
  const words = useRehearsalWords()
  const { data } = useRead(listRehearsalsEndpoint, { params: { id: row.id, version: version.id } })
  if (!data) return null
  const counts = data.rehearsals.find((each) => each.counts)
  const shown = counts ?? data.rehearsals.find(({ status, failure }) => status === 'PROCESSED' && !failure)
  if (data.is_needed && !counts) return <Alert color="yellow">{t('rehearsal.needed')}</Alert>
  if (!shown) return null
  return (
    <>
      <Text size="sm">{words.summaryOf(shown)}</Text>
      {!shown.is_exact && <Alert color="red">{t('rehearsal.not_exact')}</Alert>}
      {isActivating && data.is_needed ? <LeftOutSeen of={shown} /> : <LeftOut of={shown} />}
    </>
  )
}
