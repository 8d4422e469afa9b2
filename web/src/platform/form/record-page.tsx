import type { Endpoint } from '@kontor/contract/endpoint'
import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordContext, type RecordProps, useRecord } from './record-form.tsx'
import styles from './record-page.module.css'
import { Leaving, Refused, useLeaving } from './sending-dialog.tsx'

/** A command's form on a screen of its own; record-form.tsx shows one in a dialog. */
export function RecordPage<E extends Endpoint>(props: RecordProps<E>) {
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
    <form noValidate onSubmit={frame.onSubmit}>
      <RecordContext value={context}>{props.children}</RecordContext>
      <footer className={styles.foot}>
        <Refused sending={sending} isSaidBelow={frame.isSaidBelow} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t(sending.isBusy || sending.isUndecided ? 'action.close' : 'action.cancel')}
          </Button>
          <Button type="submit" loading={sending.isBusy}>
            {sending.isUndecided ? t('action.retry') : props.verb}
          </Button>
        </Group>
      </footer>
      <Modal
        opened={asks}
        onClose={stay}
        title={t('leaving.title')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Leaving onStay={stay} onLeave={leave} />
      </Modal>
    </form>
  )
}
