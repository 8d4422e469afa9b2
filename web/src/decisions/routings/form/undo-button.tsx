import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordForm } from '../../../platform/form/record-form.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { TreeEditing } from '../editor/use-editor.ts'

/** Undoes all changes since the last save, after a question (001 section 2.5). The tree's can be made again. */
export function UndoButton({ editing }: { editing: TreeEditing }) {
  const { t } = useTranslation()
  const { form, isFixed } = useRecordForm()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
        disabled={isFixed || !form.isDirty()}
        onClick={() => setAsking(true)}
      >
        {t('routings.undo')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('routings.undo_title')}
        verb={t('routings.undo')}
        onConfirm={() => {
          const { details: _, ...fields } = form.getInitialValues()
          editing.undoAll(String(form.values['currency_code']), String(fields['currency_code']))
          form.setValues(fields)
          setAsking(false)
        }}
      >
        <Text size="sm">{t('routings.undo_text')}</Text>
      </ConfirmDialog>
    </>
  )
}
