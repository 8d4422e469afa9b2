import { Button, FileButton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'

interface ChooseFilesProps {
  /** The types that the browser offers: `.csv,text/csv`. */
  accept: string
  multiple?: boolean
  icon: TablerIcon
  isBusy: boolean
  disabled?: boolean
  onChosen: (files: readonly File[]) => void
  /** What is handed in. */
  children: ReactNode
}

/**
 * A button that hands in files. A browser says nothing of the same file chosen again, as somebody does who has mended it,
 * so the choice is forgotten once it is made.
 */
export function ChooseFiles(props: ChooseFilesProps) {
  const { accept, multiple = false, icon: Icon, isBusy, disabled = false, onChosen, children } = props
  const forget = useRef<() => void>(null)
  const choose = (chosen: File | null | File[]) => {
    forget.current?.()
    const files = [chosen ?? []].flat()
    if (files.length > 0) onChosen(files)
  }
  return (
    <FileButton accept={accept} multiple={multiple} disabled={disabled} resetRef={forget} onChange={choose}>
      {(button) => (
        <Button
          {...button}
          size="xs"
          variant="default"
          leftSection={<Icon size={16} aria-hidden="true" />}
          loading={isBusy}
          disabled={disabled}
        >
          {children}
        </Button>
      )}
    </FileButton>
  )
}
