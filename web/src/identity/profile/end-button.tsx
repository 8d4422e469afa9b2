import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface EndButtonProps {
  verb: string
  /** The name of the item, for people who do not see the row. */
  name: string
  title: string
  text: string
  onEnd: () => Promise<void>
}

/** Ends or removes an item of a list, after a confirmation. */
export function EndButton({ verb, name, title, text, onEnd }: EndButtonProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [isOpen, setOpen] = useState(false)
  const { submit, refusal, isBusy, reset } = useSubmit(async () => {
    await onEnd()
    setOpen(false)
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('profile.verb_of', { verb, name })}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {verb}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        verb={verb}
        isDangerous
        isBusy={isBusy}
        problem={refusal && textOf(refusal)}
        onConfirm={() => void submit()}
      >
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
  )
}
