import { closeContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import { closeContradictionSchemas } from '@kontor/contract/contradictions/contradiction.schemas'
import { isDoubt } from '@kontor/contract/contradictions/ending.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import type { ContradictionRow } from './contradiction-row.ts'

interface CloseDialogProps {
  row: ContradictionRow
  opened: boolean
  onClose: () => void
}

/** Ends a contradiction with a note of what a person saw. */
export function CloseDialog({ row, opened, onClose }: CloseDialogProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={closeContradictionEndpoint}
      body={closeContradictionSchemas.body}
      params={{ id: row.id }}
      title={t('contradictions.close_title')}
      verb={t('contradictions.close_verb')}
      opened={opened}
      onClose={onClose}
      initial={{ note: '' }}
      onDone={() => notify({ color: 'blue', message: t('contradictions.notice.CLOSED') })}
    >
      <Text size="sm">{t(isDoubt(row) ? 'contradictions.close_doubted_text' : 'contradictions.close_text')}</Text>
      <LongTextField
        name="note"
        label={t('contradictions.note')}
        description={t('contradictions.note_help')}
        maxLength={1000}
        rows={4}
        isRequired
      />
    </RecordForm>
  )
}
