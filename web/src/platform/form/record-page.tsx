import type { Endpoint } from '@kontor/contract/endpoint'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { keepField } from '../../ui/keep-field.ts'
import { Leaving, Refused, useLeaving } from './dialog/sending-dialog.tsx'
import { RecordContext, type RecordProps, useRecord } from './record-form.tsx'
import styles from './record-page.module.css'

interface RecordPageProps<E extends Endpoint> extends RecordProps<E> {
  /** The text of the button that leaves the page, in place of "Cancel". */
  back?: string
  /** Further buttons beside those of the form. */
  tools?: ReactNode
}

/** A command's form on a screen of its own; record-form.tsx shows one in a dialog. */
export function RecordPage<E extends Endpoint>(props: RecordPageProps<E>) {
  const { t } = useTranslation()
  const { context, frame, discard } = useRecord({ ...props, onClose: () => {} })
  const { sending } = frame
  const { asks, close, stay, leave } = useLeaving({
    ...frame,
    opened: true,
    onLeave: (goesOn) => {
      discard()
      if (!goesOn) props.onClose()
    },
  })
  return (
    <form noValidate data-fixed={sending.isUndecided || undefined} onMouseDown={keepField} onSubmit={frame.onSubmit}>
      <RecordContext value={context}>
        {props.children}
        <footer className={styles.foot}>
          <Refused sending={sending} isSaidBelow={frame.isSaidBelow} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {sending.isBusy || sending.isUndecided ? t('action.close') : (props.back ?? t('action.cancel'))}
            </Button>
            {props.tools}
            <Button type="submit" loading={sending.isBusy}>
              {sending.isUndecided ? t('action.retry') : frame.verb}
            </Button>
          </Group>
        </footer>
      </RecordContext>
      <Dialog opened={asks} onClose={stay} title={t('leaving.title')}>
        <Leaving onStay={stay} onLeave={leave} />
      </Dialog>
    </form>
  )
}
