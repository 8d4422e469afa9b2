import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './focus-back.ts'

/** A dialog, which gives the focus back to what opened it, however it is closed. */
export function Dialog(props: ModalProps) {
  const dialog = useFocusBack(props.opened)
  return <Modal {...props} ref={dialog} />
}
